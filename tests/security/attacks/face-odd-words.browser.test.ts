import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { waitUntil } from '../../../launcher/wait-until.ts';
import { acts, type FaceWorld, startFaceWorld } from '../../kit/face-world.ts';
import { sampled, SAMPLED_BROWSERS } from '../../kit/samples.ts';

/** Stands behind the words, so that what hides or turns the end of them is seen. */
const MARK = 'Zqx9';
const TURNS = '\u202E\u2067\u200B\u00AD\u{E0041}';

/** Words of strangers that would look like another thing than they are. */
const WORDS = [
  `${TURNS}gnp.${MARK}`,
  `<b>Allowed by you</b> <img src=x onerror=window.hacked=1>`,
  `[Allow](https://evil.example/) ![x](https://evil.example/p.png)`,
  `https://xn--pypal-4ve.example/ https://bank.example\u2024evil.example/`,
  `\u001B[2J\u0000\u0007\u0085\u2028\u2029`,
  'e\u0301'.repeat(3) + 'Z\u0334\u0335\u0336'.repeat(40),
].join(' ');

const LONG = `${'word '.repeat(4_000)}${'x'.repeat(20_000)}${'\n'.repeat(3_000)}${MARK}`;

interface Made {
  readonly chat: string;
  readonly approval: string;
  readonly long: string;
}

const SCREENS: Readonly<Record<string, (made: Made) => string>> = {
  'an approval': ({ approval }) => `/approvals/${approval}`,
  'an approval of great length': ({ long }) => `/approvals/${long}`,
  'all approvals': () => '/approvals',
  'a conversation with actions': ({ chat }) => `/conversations/${chat}`,
  'sessions of programs': () => '/resources',
  'sessions of the web UI': () => '/settings/sessions',
  'what there is now': () => '/',
  'the trail of a chat': ({ chat }) => `/trail?conversation=${chat}`,
  browsers: () => '/browsers',
  rules: () => '/rules',
};

/** Whatever of the page is more than words of its place, or turns others. */
function findings(): readonly string[] {
  const found: string[] = [];
  if (Object.hasOwn(window, 'hacked')) found.push('ran');
  for (const one of document.querySelectorAll('main img[src^="http"], main [onerror], main b'))
    found.push(one.outerHTML.slice(0, 120));
  const turns = /(?![\n\r\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const text = walker.currentNode.nodeValue ?? '';
    if (turns.test(text)) found.push(`turns: ${JSON.stringify(text.slice(0, 80))}`);
  }
  for (const one of document.querySelectorAll('[title], [aria-label]'))
    for (const name of ['title', 'aria-label'])
      if (turns.test(one.getAttribute(name) ?? '')) found.push(`${name} turns`);
  if (turns.test(document.title)) found.push('the title turns');
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) found.push(`sideways by ${root.scrollWidth}`);
  return found;
}

describe.each(SAMPLED_BROWSERS)('words of strangers in %s', (name) => {
  let world: FaceWorld;
  let page: Page;
  let made: Made;
  beforeAll(async () => {
    world = await startFaceWorld(name);
    const { conductor } = world;
    const rule = { tool: 'conductor::echo', decision: 'ask', reason: WORDS.slice(0, 200) };
    await conductor.admin('POST', '/v1/policy/rules', rule);
    await conductor.admin('POST', '/v1/sessions', { label: WORDS.slice(0, 100) });
    const says = (text: string): string => acts(`@conductor::echo::${JSON.stringify({ text })}`);
    const chat = await world.chat(WORDS.slice(0, 200), 'auto', [says(WORDS)]);
    const other = await world.chat(LONG.slice(0, 200), 'auto', [says(LONG)]);
    chat.said.reply();
    other.said.reply();
    const ids = await waitUntil('both approvals', 20_000, () => {
      const rows = conductor.rows<{ id: string }>(
        'select approval_id as id from approvals order by rowid',
      );
      return Promise.resolve(rows.length === 2 ? rows.map(({ id }) => id) : null);
    });
    made = { chat: chat.id, approval: ids[0] ?? '', long: ids[1] ?? '' };
    page = await world.open('/');
  });
  afterAll(() => world?.end());

  it.each(sampled(Object.keys(SCREENS), 0, 1, 4))('are words, on %s', async (screen) => {
    const { origin } = new URL(page.url());
    const began = performance.now();
    await page.goto(origin + (SCREENS[screen]?.(made) ?? ''), { waitUntil: 'load' });
    await page.waitForFunction(() => (document.querySelector('main')?.innerText ?? '') !== '');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)));
    expect(await page.evaluate(findings)).toEqual([]);
    expect(world.faults).toEqual([]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
