import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import {
  axeFaults,
  type FaceOptions,
  launchPlainBrowser,
  openFace,
  sidewaysScroll,
} from '../../kit/face-world.ts';
import { call, GOAL, heard, runWorld, TASKS } from '../../kit/run-world.ts';

describe.for(BROWSER_NAMES)('a run, by the keyboard alone, in %s', (name) => {
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await launchPlainBrowser(name);
  });
  afterAll(() => browser?.close());

  const main = (page: Page): Promise<string> =>
    page.$eval('#main', (one) => (one as HTMLElement).innerText);

  async function focusOn(page: Page, says: string): Promise<void> {
    const found = await page.waitForFunction(
      (text) =>
        [...document.querySelectorAll<HTMLElement>('#main button')].find(
          (one) => !one.hasAttribute('disabled') && one.innerText.split('\n')[0] === text,
        ),
      {},
      says,
    );
    await (found.asElement() as Awaited<ReturnType<Page['$']>>)?.focus();
  }

  test('A1, A3: a goal is begun, its workers are seen live, one is written to, and the report is taken along', async () => {
    const [find, compare] = TASKS;
    const runs = await runWorld((text) => {
      if (text.includes('# The goal'))
        return call('plan.set', {
          tasks: [
            { ...find, role: 'Executor' },
            { ...compare, role: 'Tester' },
          ],
        });
      if (text.includes('# Task: Compare')) return 'Half of the table stands.';
      // The executor has not answered yet.
      if (text.includes('Wait for me.')) return null;
      if (text.includes('Sum up')) return 'Three ways: by hand, by commits, by fragments.';
      return undefined;
    });
    const { conductor } = runs;
    const open = (path: string, options: FaceOptions = {}) =>
      openFace(browser, { conductor, faults }, path, options);
    const page = await open('/runs?write=feature');
    await page.waitForSelector('textarea:focus');
    await page.keyboard.type(GOAL);
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await page.waitForFunction(() => /^\/runs\/.+/.test(location.pathname));
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');

    await focusOn(page, 'Accept the plan');
    expect(await main(page)).toContain('Find the ways');
    await page.keyboard.press('Enter');
    const isShown = (words: string) =>
      page.waitForFunction(
        (text) => document.querySelector<HTMLElement>('#main')?.innerText.includes(text),
        {},
        words,
      );
    await isShown('1 of 2 tasks are done.');
    const card = (role: string) =>
      page.$eval(`.run-workers > [aria-label="${role}"]`, (one) => (one as HTMLElement).innerText);
    await expect.poll(() => card('Tester')).toContain('Half of the table stands.');
    await expect.poll(() => card('Executor')).toContain('idle');
    const [, executor] = (await runs.shown(id)).workers;
    const more = { workers: [executor?.tab_id], text: 'Wait for me.' };
    await runs.post(id, 'inputs', more);
    await expect.poll(() => card('Executor')).toContain('at work');

    await page.keyboard.press('Escape');
    await page.waitForFunction(() => location.pathname === '/runs');
    await page.waitForSelector('.row');
    await page.goBack();
    await page.waitForSelector('.run-workers');
    await page.focus('.run-workers > [aria-label="Tester"]');
    await page.keyboard.press('i');
    await page.waitForSelector('#run-composer:focus');
    await page.keyboard.type('Sum up in one line.');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await expect.poll(() => heard(runs, 'Sum up in one line.')).toHaveLength(1);
    await expect.poll(() => card('Tester')).toContain('by fragments');
    expect(await axeFaults(page)).toEqual([]);

    // A person says that the rest is done; the report is there, and stays as they write it.
    const [, second] = (await runs.shown(id)).plan;
    await runs.ask('PATCH', `/v1/runs/${id}/tasks/${second?.task_id}`, {
      status: 'done',
      result: 'The table is in the wiki.',
    });
    await isShown('Keep it by hand.');
    await isShown('Remove the run');
    await page.focus('.run-unwritten ::-p-text(Deliverables)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.run-section textarea:focus');
    await page.keyboard.type('One table.');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    const report = () => runs.ask<{ markdown: string }>('GET', `/v1/runs/${id}/report`);
    await expect
      .poll(async () => (await report()).markdown)
      .toContain('## Deliverables\n\nOne table.\n');
    expect((await report()).markdown).toContain('The table is in the wiki.');
    expect(await page.$eval('.run-board', (one) => one.textContent)).toContain('Copy as Markdown');

    for (const [theme, language] of [
      ['light', 'en'],
      ['dark', 'zh-CN'],
    ] as const) {
      const narrow = await open(`/runs/${id}`, { theme, language, width: 320, height: 640 });
      await narrow.waitForSelector('.run-section');
      expect(await axeFaults(narrow)).toEqual([]);
      expect(await sidewaysScroll(narrow)).toBe(0);
      await narrow.close();
    }
    expect(faults).toEqual([]);
  });
});
