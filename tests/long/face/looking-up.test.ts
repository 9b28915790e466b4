import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import {
  acts,
  axeFaults,
  type FaceWorld,
  sidewaysScroll,
  startFaceWorld,
} from '../../kit/face-world.ts';

/** Longer than what a message may carry of a result. */
const LONG = `${'All the tea there is. '.repeat(500)}The end.`;

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent);

async function hasText(page: Page, selector: string, text: string): Promise<void> {
  await expect.poll(() => textOf(page, selector).catch(() => '')).toContain(text);
}

/** A key with Ctrl or Shift held, as a person presses it. */
async function pressWith(page: Page, held: 'Control' | 'Shift', key: 'k' | 'G' | ':') {
  await page.keyboard.down(held);
  await page.keyboard.press(key);
  await page.keyboard.up(held);
}

describe.for(BROWSER_NAMES)('what there was, and what there is, in %s', (name) => {
  let world: FaceWorld;
  let artifact: string;
  beforeAll(async () => {
    world = await startFaceWorld(name);
    const { said } = await world.chat('Tea and biscuits', 'auto', [
      acts(`@conductor::echo::${JSON.stringify({ text: LONG })}`, '@conductor::nothing::{}'),
    ]);
    said.reply();
    artifact = await waitUntil('an artifact', 20_000, () => {
      const [row] = world.conductor.rows<{ artifact_id: string }>(
        'select artifact_id from artifacts',
      );
      return Promise.resolve(row?.artifact_id ?? null);
    });
  });
  afterAll(() => world.end());

  test('the trail is filtered, opened and grouped with the keyboard alone, and its address shows the same', async () => {
    const page = await world.open('/trail?type=instruction.*');
    await page.waitForSelector('.row');
    await hasText(page, '.list', 'found an action in a reply');
    expect(await textOf(page, '.list')).not.toContain('saw a reply');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.detail pre');
    expect(await textOf(page, '.detail pre')).toContain('"type": "instruction.');
    const opened = page.url();
    expect(opened).toMatch(/\/trail\?type=instruction\.\*&event=\d+$/);
    await page.reload({ waitUntil: 'load' });
    await page.waitForSelector('.detail pre');
    expect(page.url()).toBe(opened);
    await page.waitForSelector('html:not([data-unseen])');
    await pressWith(page, 'Shift', 'G');
    await hasText(page, '.list', '▾');
    await page.keyboard.press('/');
    await page.keyboard.type('nothing');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('q=nothing');
    await hasText(page, '.chips', '“nothing”');
    await page.close();
  });

  test('new events wait while somebody is at the list', async () => {
    const page = await world.open('/trail');
    await page.waitForSelector('.row');
    await page.keyboard.press('j');
    const first = await textOf(page, '.row');
    await world.conductor.admin('POST', '/v1/policy/rules', {
      tool: 'conductor::echo',
      decision: 'run',
    });
    await hasText(page, '.new-rows', '1');
    expect(await textOf(page, '.row')).toBe(first);
    await page.click('.new-rows');
    await hasText(page, '.row', 'added a rule');
    await page.close();
  });

  test('a jump leads to an id and to a time, and says how it is written', async () => {
    const page = await world.open('/trail');
    await page.waitForSelector('.row');
    await pressWith(page, 'Shift', ':');
    await page.keyboard.type('tea time');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chips [role="alert"]');
    await page.click('.chips form input', { count: 3 });
    await page.keyboard.type('#2');
    await page.keyboard.press('Enter');
    await hasText(page, '.detail', '"event_id": 2,');
    await page.goto(page.url().replace(/event=\d+/, 'event=999999'), { waitUntil: 'load' });
    await hasText(page, '.detail', 'Event #999999 is not kept.');
    await page.close();
  });

  test('the event that an address names is in sight, however little room there is', async () => {
    const page = await world.open('/trail', { height: 480 });
    await page.waitForSelector('.row');
    await page.goto(new URL('/trail?event=2', page.url()).href, { waitUntil: 'load' });
    await page.waitForSelector('.row[aria-current="true"]');
    await hasText(page, '.trail-foot', 'kept');
    const below = await page.$eval('.row[aria-current="true"]', (row) => {
      const list = row.closest('.list')?.getBoundingClientRect();
      return row.getBoundingClientRect().bottom - (list?.bottom ?? 0);
    });
    expect(below).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('the palette goes anywhere, and is drawn 50 ms after its key', async () => {
    const page = await world.open('/');
    await page.waitForSelector('.seek');
    await page.evaluate(() => document.fonts.ready);
    await pressWith(page, 'Control', 'k');
    await page.waitForSelector('[role="combobox"]');
    const [drawn = Infinity] = await waitUntil('its measure', 5_000, async () => {
      const took = await page.evaluate(() =>
        performance.getEntriesByName('baton:palette').map(({ duration }) => duration),
      );
      return took.length > 0 ? took : null;
    });
    expect(drawn).toBeLessThanOrEqual(50);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.type('biscuits');
    await hasText(page, '[role="option"][aria-selected="true"]', 'Tea and biscuits');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('/conversations/');
    await pressWith(page, 'Control', 'k');
    await page.waitForSelector('[role="combobox"]');
    await page.keyboard.type('#2');
    await hasText(page, '[role="option"]', 'Event #2');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('/trail?event=2');
    await pressWith(page, 'Control', 'k');
    await page.waitForSelector('[role="combobox"]');
    await page.keyboard.type('> pause');
    await hasText(page, '[role="option"]', 'Pause all conversations');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => world.conductor.rows('select mode from conversations'))
      .toEqual([{ mode: 'paused' }]);
    await page.close();
  });

  test('an artifact is read, searched, and deleted once a person is sure', async () => {
    const page = await world.open('/artifacts');
    await page.waitForSelector('.row');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await hasText(page, '.lines', 'All the tea there is.');
    await page.keyboard.press('/');
    await page.keyboard.type('the END.');
    await hasText(page, '.detail [role="status"]', '1 of 1');
    await page.click('.detail h2');
    await page.keyboard.press('w');
    await page.waitForSelector('.lines[data-wraps="false"]');
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Delete');
    await page.waitForSelector('dialog[open]');
    expect(world.conductor.rows('select artifact_id from artifacts')).toHaveLength(1);
    await page.click('dialog button.bad');
    await expect.poll(() => world.conductor.rows('select artifact_id from artifacts')).toEqual([]);
    await hasText(page, '.empty', 'Results too long for a message');
    await page.goto(page.url().replace(/artifacts.*/, `artifacts/${artifact}`));
    await hasText(page, '.detail', 'no longer here');
    await page.close();
  });

  test('tools say what they take and what becomes of a call', async () => {
    const page = await world.open('/tools');
    await hasText(page, '.detail', 'conductor::echo');
    await hasText(page, '.servers', '"mcpServers"');
    await page.click('.tool summary');
    await page.waitForSelector('.tool table td');
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  test('numbers go on by themselves while they are looked at, and are read as a table by the keyboard', async () => {
    const page = await world.open('/numbers?span=15m');
    await hasText(page, '.numbers', 'Browsers connected');
    const runs = () => page.$eval('.numbers > li:nth-child(7) strong', (it) => it.textContent);
    const before = Number(await runs());
    await world
      .chat('Counted', 'auto', [acts('@conductor::echo::{"text":"one more"}')])
      .then(({ said }) => said.reply());
    await expect.poll(async () => Number(await runs()), { timeout: 15_000 }).toBe(before + 1);
    await page.keyboard.press('v');
    await hasText(page, 'table', 'Tool runs');
    expect(page.url()).toContain('as=table');
    await page.close();
  });

  test('a browser is paired with a code that runs out, and unpaired once a person is sure', async () => {
    const page = await world.open('/browsers');
    await page.waitForSelector('.clients .card');
    await page.keyboard.press('n');
    await page.waitForSelector('.offer .qr path');
    expect(await textOf(page, '.offer [role="timer"]')).toMatch(/^\d+:\d\d left$/);
    expect(await axeFaults(page)).toEqual([]);
    await page.click('.clients button.bad');
    await page.click('dialog button.bad');
    await hasText(page, '.empty', 'No browser is paired yet');
    await page.close();
  });

  test.each([
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ] as const)(
    '%s, %s: nothing that axe knows is wrong, and narrow nothing hangs out',
    async (theme, language) => {
      const page = await world.open('/trail', { theme, language, width: 320, height: 640 });
      const { origin } = new URL(page.url());
      for (const path of [
        '/trail',
        '/trail?event=2',
        '/artifacts',
        '/tools',
        '/browsers?pair=1',
        '/numbers?span=15m',
        '/numbers?as=table',
        '/agents',
        '/agents?write=new',
        '/agents?show=schedules&write=new',
        '/agents?show=models',
      ]) {
        await page.goto(`${origin}${path}`, { waitUntil: 'load' });
        await page.waitForSelector('#main :is(.row, .card, .empty, table)');
        expect(await axeFaults(page), path).toEqual([]);
        expect(await sidewaysScroll(page), path).toBe(0);
      }
      await page.close();
    },
  );

  test('no page broke its policy or asked elsewhere', () => {
    expect(world.faults).toEqual([]);
  });
});
