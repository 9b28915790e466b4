import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { untilBadge, untilMenu } from '../../kit/own-page.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

/** Finds barriers that a machine can see: missing names, roles and labels, and pale colours. */
async function barriers(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await inPage.run();
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
}

const shown = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent);

describe.each(['chromium', 'firefox'] as const)('the options page in %s', (name) => {
  it('switches a site off and on, shows the report, pairs and forgets', async () => {
    world = await createChatWorld(name);
    const { browser, conductor, site } = world;
    const { id } = site.createConversation('A secret title');
    const chat = await world.open(id);
    const lastReport = (): string =>
      world?.heard.findLast((frame) => frame.includes('"runtime.report"')) ?? '';
    const page = await browser.openOwnPage('/options.html');
    await page.setViewport({ width: 900, height: 800 });
    const faults: unknown[] = [];
    page.on('pageerror', (error) => faults.push(error));
    await page.waitForSelector('input[data-site=chatgpt]:checked');
    expect(await shown(page, '#pairing-state')).toBe('Connected');

    // The button and the menu, which each browser has its own names for.
    expect(await untilBadge(page, (text) => text === '')).toBe('Baton: connected');
    await untilMenu(page, [id]);

    // What new chats begin in is the conductor's to keep.
    await page.select('select[data-platform=chatgpt]', 'auto');
    await world.until('the conductor to keep it', () =>
      conductor
        .query(`select value_json as value from settings where name = 'default_modes'`)
        .some(({ value }) => value === '{"chatgpt":"auto"}'),
    );

    // By keyboard, and the focus stays on the switch.
    await page.focus('input[data-site=chatgpt]');
    await page.keyboard.press(' ');
    await world.until('the conductor to hear that nothing can be sent there', () =>
      lastReport().includes('"missing_route"'),
    );
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-site'))).toBe(
      'chatgpt',
    );
    await world.say(chat, 'unwatched');
    await world.until('the reply', () => world?.received(id).length === 1);
    await page.bringToFront();
    expect(await page.$('input[data-site=chatgpt]:checked')).toBeNull();

    await page.focus('input[data-site=chatgpt]');
    await page.keyboard.press(' ');
    await page.waitForSelector('input[data-site=chatgpt]:checked');
    await chat.reload({ waitUntil: 'domcontentloaded' });
    await world.until('the page to be watched again', () => lastReport().includes('"ready"'));
    await page.bringToFront();
    // What was said meanwhile was nobody's business: it is history now, and acts on nothing.
    expect(conductor.query('select * from user_turns')).toEqual([]);

    await page.click('#report-show');
    await page.waitForSelector('#report:not([hidden])');
    const report = await shown(page, '#report');
    expect(JSON.parse(report)).toMatchObject({ link: { status: 'online', paired: true } });
    expect(report).not.toMatch(/secret|unwatched/i);
    expect(report).not.toContain(id);

    await page.click('#unpair');
    expect(await shown(page, '#unpair')).toBe('Really unpair?');
    await page.click('#unpair');
    await page.waitForSelector('#pairing:not([hidden])');
    const { code } = await conductor.admin.offerPairing();
    await page.$eval('#pairing-url', (input) => {
      (input as HTMLInputElement).value = '';
    });
    await page.type('#pairing-url', conductor.url);
    await page.type('#pairing-code', code);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#paired:not([hidden])');
    // The state comes by one way, and the answer by another.
    await page.waitForFunction(
      () => document.querySelector('#pairing-done')?.textContent === 'Paired.',
      { polling: 20 },
    );
    expect(faults).toEqual([]);
  });
});

describe('the pages of the extension', () => {
  it('keep nobody out, light, dark and narrow, and speak Chinese to a Chinese browser', async () => {
    world = await createChatWorld('chromium', { language: 'zh-CN' });
    const { id } = world.site.createConversation('Tea');
    await world.open(id);
    for (const path of ['/options.html', '/popup.html', '/consent.html', '/send.html']) {
      const page = await world.browser.openOwnPage(path);
      await page.waitForFunction(() => (document.querySelector('h1')?.textContent ?? '') !== '', {
        polling: 20,
      });
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
      expect(await shown(page, 'body')).toMatch(/\p{Script=Han}{2}/u);
      if (path === '/options.html') await page.click('#report-show');
      for (const value of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        await page.setViewport({ width: 320, height: 640 });
        expect(await barriers(page), `${path} ${value}`).toEqual([]);
        const isWide = await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        );
        expect(isWide, `${path} scrolls sideways`).toBe(false);
      }
      await page.close();
    }
  });
});
