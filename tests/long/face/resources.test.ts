import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { axeFaults, type FaceWorld, sidewaysScroll, startFaceWorld } from '../../kit/face-world.ts';
import { SimulatedExecutor } from '../../kit/simulated-executor.ts';

const SITE = 'https://example.org';

describe.for(BROWSER_NAMES)('pages and terminals in the web UI in %s', (name) => {
  let world: FaceWorld;
  beforeAll(async () => {
    world = await startFaceWorld(name);
  });
  afterAll(() => world.end());

  const ask = async (path: string, body: object): Promise<Record<string, string>> =>
    (await (await world.conductor.admin('POST', path, body)).json()) as Record<string, string>;

  const resources = () =>
    world.conductor.rows<{ id: string; status: string }>(
      'select resource_id as id, status from resources',
    );

  test('nothing open and nothing allowed: it says so', async () => {
    const page = await world.open('/resources', { width: 320, height: 640 });
    await page.waitForFunction(() => document.querySelectorAll('.stack .empty').length === 2);
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.close();
  });

  test('by the keyboard: a page is chosen, its calls are read, and it is closed', async () => {
    const { browser, inbox } = await world.conductor.browser({
      origin: 'moz-extension://88888888-2222-4333-8444-555555555555',
    });
    const executor = new SimulatedExecutor(browser);
    executor.report();
    executor.grant(SITE);
    await inbox.allAcked();
    const { chat_session_id: session } = await ask('/v1/sessions', { label: 'a program' });
    await ask('/v1/sessions', { label: 'an idle program' });
    const url = `${SITE}/orders?with=${'a-long-address-'.repeat(8)}`;
    const call = { tool: 'browser.ensure', args: { url }, judge: false };
    await ask(`/v1/sessions/${session ?? ''}/calls?wait=5000`, call);
    expect(resources()).toMatchObject([{ status: 'ready' }]);

    for (const [theme, language, width] of [
      ['light', 'en', 1200],
      ['dark', 'zh-CN', 320],
    ] as const) {
      const path = `/resources/${resources()[0]?.id ?? ''}`;
      for (const at of ['/resources', path]) {
        const page = await world.open(at, { theme, language, width, height: 400 });
        await page.waitForSelector(at === path ? '.calls li' : '.grants li');
        expect(await axeFaults(page), at).toEqual([]);
        expect(await sidewaysScroll(page), at).toBe(0);
        const cut = await page.$$eval('.stack > *', (parts) => {
          const boxes = parts.map((part) => part.getBoundingClientRect());
          return boxes.filter((box, index) => box.top < (boxes[index - 1]?.bottom ?? 0));
        });
        expect(cut, at).toEqual([]);
        await page.close();
      }
    }

    const page = await world.open('/resources');
    await page.waitForSelector('.session li a');
    await page.focus('.session li a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.calls li');
    await page.focus('.detail button.bad');
    await page.keyboard.press('Enter');
    await expect.poll(() => resources()[0]?.status).toBe('closed');
    await page.waitForFunction(() => document.querySelector('.detail button.bad') === null);
    await page.close();
  });

  test('no page broke its policy or asked elsewhere', () => {
    expect(world.faults).toEqual([]);
  });
});
