import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';

import type { Assistant } from '../../playground/assistant.ts';
import type { ChatWorld, WorldAtSite } from '../../tests/kit/chat-world.ts';
import type { Site } from '../../tests/kit/stand-in/site.ts';
import { median, rounded } from '../median.ts';

const EVENTS = 5_000;
/** As many at once, and then a pause: a thousand a second, many times what a site sends. */
const PACED_AT_ONCE = 20;
const PACED_PAUSE_MS = 20;

/** Says its 5,000 words as fast as they are taken when asked for a burst, else at a pace. */
export const streamingAssistant: Assistant = {
  async *reply(history) {
    const paced = history.at(-1)?.text.includes('paced') ?? false;
    for (let event = 0; event < EVENTS; event += 1) {
      yield `word${event} `;
      if (paced && event % PACED_AT_ONCE === PACED_AT_ONCE - 1) await delay(PACED_PAUSE_MS);
    }
  },
};

interface WithAndWithout {
  readonly with_ms: number;
  readonly without_ms: number;
  /** The median over the rounds of one divided by the other. */
  readonly ratio: number;
}

export interface PageCostResult {
  /** From navigation to the end of the load event. */
  readonly start_up: WithAndWithout;
  /** From the press of the button to the page's having shown the last of 5,000 events, as fast as it takes them. */
  readonly burst: WithAndWithout;
  /** The same at a thousand events a second. */
  readonly paced: WithAndWithout;
}

type Measure = (page: Page, at: WorldAtSite, site: Site) => Promise<number>;

const starts: Measure = async (page, at, site) => {
  const { id } = at.site.createConversation('start');
  await page.goto(`https://${site.host}${site.conversationPath(id)}`, { waitUntil: 'load' });
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return (navigation as PerformanceNavigationTiming).loadEventEnd;
  });
};

const streams =
  (kind: 'burst' | 'paced'): Measure =>
  async (page, at, site) => {
    const { id } = at.site.createConversation(kind);
    await page.goto(`https://${site.host}${site.conversationPath(id)}`, { waitUntil: 'load' });
    await page.waitForSelector(site.composer);
    await page.click(site.composer);
    await page.keyboard.type(kind);
    await page.waitForSelector(site.readyToSend);
    return page.evaluate(
      (send, last) =>
        new Promise<number>((resolve) => {
          const button = document.querySelector<HTMLElement>(send);
          const startedAt = performance.now();
          const watch = new MutationObserver(() => {
            const shown = [...document.querySelectorAll('.prose')].at(-1);
            if (shown?.classList.contains('streaming-animation') ?? true) return;
            if (!shown?.textContent?.includes(last)) return;
            watch.disconnect();
            resolve(performance.now() - startedAt);
          });
          watch.observe(document.body, { subtree: true, childList: true, attributes: true });
          button?.click();
        }),
      site.readyToSend,
      `word${EVENTS - 1}`,
    );
  };

const MEASURES = { start_up: starts, burst: streams('burst'), paced: streams('paced') };

/** The same page in the same browser, watched and not watched, in turn; who goes first changes from round to round. */
export async function measurePageCost(
  world: ChatWorld,
  watched: Site,
  unwatched: Site,
  rounds: number,
): Promise<PageCostResult> {
  const page = await world.browser.newPage();
  await page.bringToFront();
  async function compare(measure: Measure, count: number): Promise<WithAndWithout> {
    const took = { watched: [] as number[], unwatched: [] as number[] };
    const sites = { watched, unwatched };
    for (let round = -1; round < count; round += 1) {
      const order = ['watched', 'unwatched'] as const;
      for (const which of round % 2 === 0 ? order : order.toReversed()) {
        const ms = await measure(page, world.at(sites[which]), sites[which]);
        if (round >= 0) took[which].push(ms);
      }
    }
    const ratios = took.watched.map((ms, round) => ms / (took.unwatched[round] ?? ms));
    return {
      with_ms: rounded(median(took.watched)),
      without_ms: rounded(median(took.unwatched)),
      ratio: Number(median(ratios).toFixed(3)),
    };
  }
  const result = {
    start_up: await compare(MEASURES.start_up, rounds * 6),
    burst: await compare(MEASURES.burst, rounds * 2),
    paced: await compare(MEASURES.paced, rounds),
  };
  await page.close();
  return result;
}
