import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import {
  acts,
  axeFaults,
  type FaceWorld,
  sidewaysScroll,
  startFaceWorld,
} from '../../kit/face-world.ts';

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent ?? '');

describe.for(BROWSER_NAMES)('chats and deliveries in the web UI in %s', (name) => {
  let world: FaceWorld;
  /** The chat that acted. */
  let chat: string;
  beforeAll(async () => {
    world = await startFaceWorld(name);
  });
  afterAll(() => world.end());

  test('a message is written and sent with the keyboard alone, and actions stand in place', async () => {
    const { id, said } = await world.chat('Fix the parser', 'auto', [
      `Before.\n\n${acts(`@conductor::echo::{"text":"tea${' and more of it'.repeat(40)}"}`)}\n\nAfter, [here](https://example.org/).`,
      'It is done.',
      'Thank you.',
    ]);
    chat = id;
    said.reply();
    await expect.poll(() => said.messages.length).toBe(1);
    const page = await world.open('/conversations');
    await page.waitForSelector('.row');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.message .action');
    await page.waitForSelector('.message a[rel="noopener noreferrer"]');
    const order = await page.$$eval('.message[data-author="assistant"] .prose > *', (all) =>
      all.map((element) => (element.matches('.action') ? 'action' : element.textContent)),
    );
    expect(order.slice(0, 3)).toEqual(['Before.', 'action', 'After, here (example.org).']);
    await page.keyboard.press('i');
    await page.keyboard.type('And now?');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await expect.poll(() => said.messages.map(({ text }) => text)).toContain('And now?');
    await expect.poll(() => textOf(page, '.thread')).toContain('Thank you.');
    expect(await page.$eval('#composer', (field) => (field as HTMLTextAreaElement).value)).toBe('');

    await page.keyboard.press('Escape');
    await page.keyboard.press('3');
    await expect
      .poll(() =>
        world.conductor.rows(
          `select mode from conversations where local_conversation_id = '${id}'`,
        ),
      )
      .toEqual([{ mode: 'paused' }]);
    await page.keyboard.press('i');
    await page.keyboard.type('Kept');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await expect.poll(() => textOf(page, '.composer')).toContain('conversation_paused');
    expect(await axeFaults(page)).toEqual([]);
    await page.reload({ waitUntil: 'load' });
    await page.waitForSelector('#composer');
    expect(await page.$eval('#composer', (field) => (field as HTMLTextAreaElement).value)).toBe(
      'Kept',
    );
    await page.close();
  });

  test('a chat is briefed by one press', async () => {
    const { id, said } = await world.chat('Pupil', 'manual', ['Hello.']);
    const page = await world.open(`/conversations/${id}`);
    await page.waitForSelector('.head .buttons');
    const [brief] = await page.$$('.head .buttons > button');
    await brief?.click();
    await page.waitForSelector('dialog .briefing');
    expect(await axeFaults(page)).toEqual([]);
    const briefing = await textOf(page, 'dialog .briefing');
    await page.click('dialog button.main');
    await expect.poll(() => said.messages[0]?.text).toBe(briefing);
    await page.close();
  });

  test('a long chat opens at its end, and what is older comes without a jump', async () => {
    const { id, said } = await world.chat('Long', 'manual', []);
    // What is said to be seen later than now counts as seen now, all of it at once.
    const begin = Date.now() - 1_000;
    for (let number = 1; number <= 60; number += 1) {
      const text = `Message ${number}.\n\n- one\n- two`;
      said.observe(`long-${number}`, text, { observed_at: begin + number });
    }
    const page = await world.open(`/conversations/${id}`);
    await expect.poll(() => page.$$eval('.message', (all) => all.length)).toBe(40);
    await expect.poll(() => textOf(page, '.message:last-of-type')).toContain('Message 60.');
    const gap = (): Promise<number> =>
      page.$eval('.thread', (box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    await expect.poll(gap).toBeLessThan(2);
    await page.$eval('.thread', (box) => box.scrollTo({ top: 0 }));
    const topOf21 = (): Promise<number> =>
      page.$$eval('.message', (all) => {
        const found = all.find((one) => one.textContent?.includes('Message 21.') === true);
        return found?.getBoundingClientRect().top ?? Number.NaN;
      });
    const before = await topOf21();
    await page.click('.older');
    await expect.poll(() => page.$$eval('.message', (all) => all.length)).toBe(60);
    // What is scrolled is whole pixels, the heights of messages are not.
    await expect.poll(async () => Math.abs((await topOf21()) - before)).toBeLessThan(1);
    await page.close();
  });

  test('a delivery shows its steps and its text', async () => {
    const page = await world.open('/jobs');
    await page.waitForSelector('.row');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.detail .steps li');
    expect(await textOf(page, '.detail .steps')).toContain('seen in the chat');
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  test('what fits nothing and what is not there say so', async () => {
    const page = await world.open('/conversations?title=nothing+like+that');
    await page.waitForSelector('.empty button');
    await page.goto(new URL('/conversations/nobody', page.url()).href);
    await page.waitForSelector('#main .empty');
    expect(await textOf(page, '#main .empty')).toContain('no longer here');
    await page.goto(new URL('/jobs?state=failed', page.url()).href);
    await page.waitForSelector('.empty');
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  test.each([
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ] as const)(
    '%s, %s: nothing that axe knows is wrong, and narrow nothing hangs out',
    async (theme, language) => {
      const [job] = world.conductor.rows<{ id: string }>(
        'select job_id as id from delivery_jobs limit 1',
      );
      const page = await world.open('/conversations', { theme, language, width: 320, height: 640 });
      for (const [path, shown] of [
        ['/conversations', '.row'],
        [`/conversations/${chat}`, '.message .prose'],
        ['/jobs', '.row'],
        [`/jobs/${job?.id}`, '.steps li'],
      ] as const) {
        await page.goto(new URL(path, page.url()).href);
        await page.waitForSelector(shown);
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
