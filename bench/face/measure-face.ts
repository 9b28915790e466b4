import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'puppeteer-core';

import { buildFace } from '../../launcher/build-face.ts';
import type { BrowserName } from '../../launcher/find-browser.ts';
import { launchPlainBrowser } from '../../tests/kit/face-world.ts';
import {
  type ConductorUnderLoad,
  startConductorUnderLoad,
} from '../baton/start-conductor-under-load.ts';
import { median, quantile, rounded } from '../median.ts';
import { fillFaceStore, LONG_CHAT, LONG_MESSAGE_CHAT } from './fill-face-store.ts';
import { idleCostOf } from './idle-cost.ts';
import { drawnAfterLink, firstTimes, nextRowAt, noteUseful, scrollGaps } from './in-page.ts';
import { longestTask, workOf } from './main-thread.ts';

/** As long as the conductor is looked at with nothing asked of it. */
const IDLE_SECONDS = 15;

const SILENT_ROUNDS = 3;

const SETTLED_MS = 3_000;

const JUMPS = 60;

const ROW = '.list .row';

/** Medians in ms, unless the name says otherwise; `work`: of the processor, in the page; null: the browser does not say. */
type PageTimes = Readonly<Record<string, number | null>>;

export interface FaceResult {
  readonly pages: Readonly<Record<BrowserName, PageTimes>>;
  /** Cost to the conductor of an open page where nothing happens, beyond its cost without a page. */
  readonly silent_page: { readonly cpu_percent: number; readonly memory_mb: number };
}

/** The web UI in real browsers, over a store of 100,000 events and chats of 2,000 messages. */
export async function measureFace(rounds: number): Promise<FaceResult> {
  await buildFace();
  const dataDir = fillFaceStore();
  const conductor = await startConductorUnderLoad(dataDir);
  try {
    return {
      pages: {
        chromium: await measurePages('chromium', conductor, rounds),
        firefox: await measurePages('firefox', conductor, rounds),
      },
      silent_page: await measureSilence(conductor),
    };
  } finally {
    await conductor.dispose();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function openFace(
  conductor: ConductorUnderLoad,
  name: BrowserName,
): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const browser = await launchPlainBrowser(name);
  const page = await browser.newPage();
  await page.setViewport({ width: 1_200, height: 800 });
  await noteUseful(page);
  const { url } = (await conductor.ask('POST', '/v1/face/links', {})) as { readonly url: string };
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector('.now');
  return { page, close: () => browser.close() };
}

async function measurePages(
  name: BrowserName,
  conductor: ConductorUnderLoad,
  rounds: number,
): Promise<PageTimes> {
  const { page, close } = await openFace(conductor, name);
  try {
    const paints: number[] = [];
    const usefuls: number[] = [];
    const palettes: number[] = [];
    const trails: number[] = [];
    const rows: number[] = [];
    const gaps: number[] = [];
    const chats: number[] = [];
    const trailWork: number[] = [];
    const frameWork: number[] = [];
    const tasks: number[] = [];
    const taskWork: number[] = [];
    // The first round is to warm up.
    for (let round = -1; round < rounds; round += 1) {
      const keep = (into: number[], ...values: readonly number[]): void => {
        if (round >= 0) into.push(...values);
      };
      await page.goto(new URL('/', page.url()).href, { waitUntil: 'load' });
      await page.waitForFunction(() => performance.getEntriesByName('bench:useful').length > 0);
      const { paint, useful } = await firstTimes(page);
      keep(paints, paint);
      keep(usefuls, useful);
      keep(palettes, await paletteTime(page));
      keep(trails, await drawnAfterLink(page, '/trail', ROW));
      keep(rows, await rowTime(page, conductor));
      keep(gaps, ...(await scrollGaps(page, '.list', JUMPS)));
      keep(chats, await drawnAfterLink(page, `/conversations/${LONG_CHAT}`, '.thread article'));
      if (name === 'firefox') continue;
      // What the chat before draws later is no part of it.
      await pause(SETTLED_MS);
      const { took, worked } = await longestTask(
        page,
        () => drawnAfterLink(page, `/conversations/${LONG_MESSAGE_CHAT}`, '.thread article'),
        1_000,
      );
      keep(tasks, took);
      keep(taskWork, worked);
      await page.goto(new URL('/', page.url()).href, { waitUntil: 'load' });
      await pause(SETTLED_MS);
      keep(trailWork, await workOf(page, () => drawnAfterLink(page, '/trail', ROW)));
      await pause(SETTLED_MS);
      keep(frameWork, (await workOf(page, () => scrollGaps(page, '.list', JUMPS))) / JUMPS);
    }
    return {
      first_paint: rounded(median(paints)),
      now_useful: rounded(median(usefuls)),
      key_to_palette: rounded(median(palettes)),
      trail_to_draw: rounded(median(trails)),
      event_to_its_row: rounded(median(rows)),
      frame_while_scrolling_p95: rounded(quantile(gaps, 0.95)),
      chat_of_2000_to_draw: rounded(median(chats)),
      longest_task_with_1_mb_message: highest(tasks),
      longest_task_with_1_mb_message_work: highest(taskWork),
      trail_to_draw_work: trailWork.length === 0 ? null : rounded(median(trailWork)),
      frame_while_scrolling_work: frameWork.length === 0 ? null : rounded(median(frameWork)),
    };
  } finally {
    await close();
  }
}

function highest(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(Math.max(...values));
}

/** Returns the time from the key to the palette, by the page's own measure. */
async function paletteTime(page: Page): Promise<number> {
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForFunction(() => performance.getEntriesByName('baton:palette').length > 0);
  const took = await page.evaluate(
    () => performance.getEntriesByName('baton:palette')[0]?.duration,
  );
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { hidden: true });
  return took ?? Number.NaN;
}

/** From the wish that makes an event until the trail shows it. */
async function rowTime(page: Page, conductor: ConductorUnderLoad): Promise<number> {
  await page.mouse.move(0, 0);
  const shown = nextRowAt(page, ROW);
  const begun = Date.now();
  await conductor.ask('POST', '/v1/policy/rules', { tool: `bench::${begun}`, decision: 'ask' });
  return (await shown) - begun;
}

/** In turns: what else the machine does falls on both alike. */
async function measureSilence(conductor: ConductorUnderLoad): Promise<FaceResult['silent_page']> {
  const rounds: FaceResult['silent_page'][] = [];
  while (rounds.length < SILENT_ROUNDS) {
    const alone = await idleCostOf(conductor.pid, IDLE_SECONDS);
    const { close } = await openFace(conductor, 'chromium');
    try {
      // What it asks at its start is no part of it.
      await pause(SETTLED_MS);
      const watched = await idleCostOf(conductor.pid, IDLE_SECONDS);
      rounds.push({
        cpu_percent: watched.cpu_percent - alone.cpu_percent,
        memory_mb: watched.memory_mb - alone.memory_mb,
      });
    } finally {
      await close();
    }
  }
  return {
    cpu_percent: rounded(Math.max(0, median(rounds.map((one) => one.cpu_percent)))),
    memory_mb: rounded(median(rounds.map((one) => one.memory_mb))),
  };
}
