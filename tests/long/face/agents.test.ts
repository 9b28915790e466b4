import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { axeFaults, type FaceWorld, sidewaysScroll, startFaceWorld } from '../../kit/face-world.ts';
import { ModelServer, type Said, type WireRequest } from '../../kit/model-server.ts';

describe.for(BROWSER_NAMES)('a conversation with an agent, in %s', (name) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-face-agents-'));
  /** Lets the model go on after its first word. */
  let goOn = (): void => undefined;
  let model: ModelServer;
  let world: FaceWorld;
  let page: Page;

  const asked = ({ messages }: WireRequest): string =>
    messages.findLast(({ role }) => role === 'user')?.content ?? '';

  function speak(request: WireRequest, count: number): Said {
    if (asked(request).includes('Only green')) return { text: 'Only green teas, then.' };
    if (!asked(request).includes('Look')) return { text: `Answer number ${count}.` };
    const pause = new Promise<void>((resolve) => (goOn = resolve));
    const calls = [['conductor::echo', '{"text":"tea"}']] as const;
    return { text: 'I look at it.', reasoning: 'Where is it?', pause, calls };
  }

  beforeAll(async () => {
    model = await new ModelServer(speak).start();
    model.configure(dataDir);
    world = await startFaceWorld(name, dataDir, { paired: false });
    const body = { agent: 'assistant', model: 'test:small', title: 'Teas' };
    const opened = await world.conductor.admin('POST', '/v1/agent-sessions', body);
    const { session_id: id } = (await opened.json()) as { readonly session_id: string };
    page = await world.open(`/conversations/${id}`);
  });
  afterAll(async () => {
    await world.end();
    model.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const thread = () => page.$eval('.thread', (one) => one.textContent);

  async function write(text: string): Promise<void> {
    await page.waitForSelector('#composer');
    await page.click('#composer');
    await page.keyboard.type(text);
  }

  async function press(says: string, within = '#main'): Promise<void> {
    const found = await page.waitForFunction(
      (text, where) =>
        [...document.querySelectorAll<HTMLButtonElement>(`${where} button`)].find(
          (one) => !one.disabled && [one.ariaLabel, one.innerText.split('\n')[0]].includes(text),
        ),
      {},
      says,
      within,
    );
    await (found.asElement() as Awaited<ReturnType<Page['$']>>)?.click();
  }

  test('what it writes is shown while it writes, and it is told at once what a person says meanwhile', async () => {
    await write('Look at my teas.');
    await press('Send', '.composer');
    const live = 'article[aria-busy="true"]';
    await page.waitForSelector(live);
    await expect.poll(() => page.$eval(live, (one) => one.textContent)).toContain('I ');
    expect(await thread()).toContain('Where is it?');
    expect(await thread()).not.toContain('I look at it.');

    await write('Only green ones.');
    await press('Say it now', '.composer');
    await page.waitForFunction(
      () => document.querySelector('.thread')?.textContent.includes('Only green ones.') === true,
    );
    goOn();
    await expect.poll(thread).toMatch(/I look at it\.[^]*Only green teas, then\./);
    await page.waitForFunction((one) => document.querySelector(one) === null, {}, live);
    expect((await thread()).split('I look at it.')).toHaveLength(2);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('another answer stands beside the first, and the one that is shown is the one that goes on', async () => {
    await write('And a coffee?');
    await press('Send', '.composer');
    await expect.poll(thread).toContain('Answer number 3.');
    await press('Another answer');
    await expect.poll(thread).toContain('Answer number 4.');
    await expect.poll(thread).toContain('2 of 2');
    expect(await thread()).not.toContain('Answer number 3.');

    await press('The version before');
    await expect.poll(thread).toContain('Answer number 3.');
    expect(await thread()).not.toContain('Answer number 4.');
    await write('And milk?');
    await press('Send', '.composer');
    await expect.poll(thread).toContain('Answer number 5.');
    const heard = model.requests.at(-1)?.messages.map(({ content }) => content ?? '') ?? [];
    expect(heard).toContain('Answer number 3.');
    expect(heard).not.toContain('Answer number 4.');
  });

  test.each([
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ] as const)('%s, %s: right by axe, and narrow nothing hangs out', async (theme, language) => {
    const path = new URL(page.url()).pathname;
    const narrow = await world.open(path, { theme, language, width: 320, height: 640 });
    await narrow.waitForSelector('.versions');
    expect(await axeFaults(narrow)).toEqual([]);
    expect(await sidewaysScroll(narrow)).toBe(0);
    await narrow.close();
  });

  test('no page broke its policy or asked elsewhere', () => {
    expect(world.faults).toEqual([]);
  });
});
