import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { GROUPS, OTHERS } from '../../../face/screens/settings/fields.ts';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import type { Settings } from '../../../conductor/src/features/ground/settings/settings.ts';
import { valueAt } from '../../../shared/lib/dotted-path.ts';
import { axeFaults, type FaceWorld, sidewaysScroll, startFaceWorld } from '../../kit/face-world.ts';

describe.for(BROWSER_NAMES)('settings in %s', (name) => {
  let world: FaceWorld;
  beforeAll(async () => {
    world = await startFaceWorld(name);
    const { said } = await world.chat('Tea', 'manual', ['It is late.']);
    said.reply();
  });
  afterAll(() => world.end());

  const inForce = async (): Promise<Settings> => {
    const answered = await world.conductor.admin('GET', '/v1/settings');
    return ((await answered.json()) as { settings: Settings }).settings;
  };

  /** Writes into the nth setting as a person does, and leaves it with the keyboard. */
  async function write(page: Page, at: number, text: string): Promise<void> {
    await page.focus(`.setting:nth-of-type(${at + 1}) input`);
    await page.$eval(`.setting:nth-of-type(${at + 1}) input`, (field) =>
      (field as HTMLInputElement).select(),
    );
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }

  const says = (page: Page, at: number): Promise<string> =>
    page.$eval(`.setting:nth-of-type(${at + 1})`, (field) => field.textContent);

  test.each(GROUPS.map((group) => [group.id, group] as const))(
    '%s: each field is refused out of range, and saved in it',
    async (id, { fields }) => {
      const page = await world.open(`/settings/${id}`);
      await page.waitForSelector('.setting');
      for (const [at, { keys, kind }] of fields.entries()) {
        const field = `.setting:nth-of-type(${at + 1})`;
        const before = valueAt(await inForce(), keys);
        if (kind.is === 'choice') {
          const other = kind.of.find(([one]) => one !== before)?.[0] ?? '';
          await page.select(`${field} select`, String(other));
          await expect.poll(async () => valueAt(await inForce(), keys)).toBe(other);
          continue;
        }
        if (kind.is === 'lines') {
          await page.type(`${field} textarea`, kind.example);
          await page.keyboard.press('Tab');
          await expect.poll(async () => valueAt(await inForce(), keys)).toEqual([kind.example]);
          continue;
        }
        if (before === null) {
          await page.click(`${field} [type="checkbox"]`);
          await expect.poll(async () => valueAt(await inForce(), keys)).not.toBeNull();
          await page.waitForSelector(`${field} input:not([type="checkbox"])`);
        }
        const ranged = valueAt(await inForce(), keys);
        await write(page, at, 'ten');
        await expect.poll(() => says(page, at)).toMatch(/It is (at least|between)/);
        expect(valueAt(await inForce(), keys)).toBe(ranged);
        await page.keyboard.press('Escape');
        await expect.poll(() => says(page, at)).not.toMatch(/It is (at least|between)/);
        const shown = await page.$eval(`${field} input`, (one) => (one as HTMLInputElement).value);
        await write(page, at, String(Number(shown) + 1));
        await expect.poll(async () => valueAt(await inForce(), keys)).not.toBe(ranged);
        // Enter saved it, and the field is still the one with the focus.
        expect(await page.$eval(field, (one) => one.contains(document.activeElement))).toBe(true);
      }
      expect(await axeFaults(page)).toEqual([]);
      await page.close();
    },
  );

  test('two tabs: what one writes the other shows, and neither writes over the other unseen', async () => {
    const one = await world.open('/settings/limits');
    const other = await world.open('/settings/limits');
    await other.waitForSelector('.setting');
    await one.bringToFront();
    await one.waitForSelector('.setting');
    await one.focus('.setting:nth-of-type(2) input');
    await one.keyboard.type('1');
    await world.conductor.admin('PATCH', '/v1/settings', { conversations_max_depth: 7 });
    await expect.poll(() => says(one, 1)).toContain('changed elsewhere');
    await one.keyboard.press('Tab');
    await expect
      .poll(() =>
        other.$eval('.setting:nth-of-type(2) input', (field) => (field as HTMLInputElement).value),
      )
      .toBe('7');
    expect((await inForce()).conversations_max_depth).toBe(7);
    await one.focus('.setting:nth-of-type(2) input');
    await one.keyboard.press('Escape');
    await expect
      .poll(() =>
        one.$eval('.setting:nth-of-type(2) input', (field) => (field as HTMLInputElement).value),
      )
      .toBe('7');
    await one.close();
    await other.close();
  });

  test('new chats of a site begin in auto, and undo takes it back', async () => {
    const page = await world.open('/settings/modes');
    await page.waitForSelector('.setting select');
    const site = await page.$eval('.setting label', (label) => label.textContent);
    await page.select('.setting select', 'auto');
    await expect.poll(async () => (await inForce()).default_modes[site]).toBe('auto');
    await page.waitForSelector('button.link');
    await page.$eval('.setting select', (select) => (select as HTMLElement).blur());
    await page.keyboard.press('u');
    await expect.poll(async () => (await inForce()).default_modes[site]).toBe('manual');
    await page.close();
  });

  test('retention counts what is too old before it is forgotten', async () => {
    await world.conductor.admin('PATCH', '/v1/settings', { retention: { events_ms: null } });
    const page = await world.open('/settings/retention');
    await page.waitForFunction(() => document.body.textContent.includes('nothing is too old'));
    await page.close();
  });

  test.each([
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ] as const)(
    '%s, %s: nothing that axe knows is wrong, and narrow nothing hangs out',
    async (theme, language) => {
      const page = await world.open('/settings', { theme, language, width: 320, height: 640 });
      const { origin } = new URL(page.url());
      for (const { id } of [...GROUPS, ...OTHERS]) {
        await page.goto(`${origin}/settings/${id}`, { waitUntil: 'load' });
        await page.waitForSelector('.settings .card');
        expect(await axeFaults(page), id).toEqual([]);
        expect(await sidewaysScroll(page), id).toBe(0);
      }
      await page.close();
    },
  );

  test('no page broke its policy or asked elsewhere', () => {
    expect(world.faults).toEqual([]);
  });
});
