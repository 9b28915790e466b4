import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sampled, SAMPLED_BROWSERS } from '../kit/samples.ts';
import {
  acts,
  axeFaults,
  type FaceWorld,
  sidewaysScroll,
  startFaceWorld,
} from '../kit/face-world.ts';

const LOOKS = [
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const;

describe.for(SAMPLED_BROWSERS)('the web UI in %s', (name) => {
  let world: FaceWorld;
  beforeAll(async () => {
    world = await startFaceWorld(name);
  });
  afterAll(() => world.end());

  test('an action that waits is allowed with the keyboard alone', async () => {
    await world.conductor.admin('POST', '/v1/policy/rules', {
      tool: 'conductor::echo',
      decision: 'ask',
    });
    const { said } = await world.chat('Tea', 'auto', [acts('@conductor::echo::{"text":"tea"}')]);
    said.reply();
    const page = await world.open('/');
    await page.waitForSelector('.needs');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.waitForSelector('.row');
    await page.keyboard.press('j');
    await page.waitForSelector('.row:focus');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.detail [aria-keyshortcuts="y"]:not(:disabled)');
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('y');
    await expect
      .poll(() => world.conductor.rows('select status from instructions'))
      .toEqual([{ status: 'succeeded' }]);
    await page.close();
  });

  test.each(sampled(LOOKS, 1))(
    '%s, %s: nothing that axe knows is wrong, and narrow nothing hangs out',
    async (theme, language) => {
      const page = await world.open('/trail', { theme, language, width: 320, height: 640 });
      await page.waitForSelector('.row');
      expect(await axeFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.close();
    },
  );

  test('a press in a page that has just come to the front is not taken', async () => {
    const page = await world.open('/');
    const press = () =>
      page.$eval('.seek', (button) =>
        button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
      );
    expect(await press()).toBe(true);
    const unseen = await page.$eval('.seek', (button) => {
      window.dispatchEvent(new Event('focus'));
      return button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    });
    expect(unseen).toBe(false);
    await page.waitForSelector('html:not([data-unseen])');
    expect(await press()).toBe(true);
    await page.close();
  });

  test('a file that the browser fetches by itself is let out to the page alone', async () => {
    const page = await world.open('/settings/data');
    const link = await page.waitForSelector('a[download="baton.jsonl"]');
    const asked = await link?.evaluate(async (element) => {
      const statuses = [(await fetch(element.href)).status];
      element.addEventListener('click', (event) => event.preventDefault());
      element.click();
      return [...statuses, (await fetch(element.href)).status];
    });
    expect(asked).toEqual([401, 200]);
    await page.close();
  });

  test('no page broke its policy or asked elsewhere', () => {
    expect(world.faults).toEqual([]);
  });
});
