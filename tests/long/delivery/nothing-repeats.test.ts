import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

describe.each(['chromium', 'firefox'] as const)('old replies in %s', (name) => {
  it('a manual conversation acts on nothing; auto acts on the next reply only, and nothing ever repeats', async () => {
    world = await createChatWorld(name);
    const { site, conductor } = world;
    const { id } = site.createConversation('modes');
    const page = await world.open(id);
    expect(world.conversation(id)).toMatchObject({ mode: 'manual' });

    await world.say(page, '/echo first');
    await observed(world, 1);
    expect(conductor.query('select * from instructions')).toEqual([]);
    expect(world.jobs(id)).toEqual([]);

    const popup = await world.browser.openPopup(await tabOf(world, id));
    await chooseMode(popup, 'auto');
    await world.until('auto to be confirmed', () => world?.conversation(id)?.['mode'] === 'auto');
    await popup.close();

    await world.say(page, '/echo second');
    await observed(world, 3);
    await world.settled(id, 3);
    const once = ['/echo first', '/echo second', expect.stringMatching(/^Baton results[^]*second/)];
    expect(world.received(id)).toEqual(once);

    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.waitForSelector('#prompt-textarea');
    const second = await world.open(id);
    await second.reload({ waitUntil: 'domcontentloaded' });
    await second.waitForSelector('#prompt-textarea');
    await conductor.kill9();
    await conductor.start();
    await connected(world);
    await world.restartBrowser('close');
    await connected(world);
    const again = await world.open(id);
    await again.reload({ waitUntil: 'domcontentloaded' });
    await again.waitForSelector('#prompt-textarea');

    expect(conductor.query('select count(*) as n from message_anchors')).toEqual([{ n: 3 }]);
    expect(conductor.query('select count(*) as n from instructions')).toEqual([{ n: 1 }]);
    expect(world.received(id)).toEqual(once);

    // It is still alive: the next reply acts, once.
    await world.say(again, '/echo third');
    await world.settled(id, 5);
    expect(world.received(id)).toEqual([
      ...once,
      '/echo third',
      expect.stringMatching(/^Baton results[^]*third/),
    ]);
    expect(site.duplicates()).toBe(0);
  });
});

async function observed({ until, conductor }: ChatWorld, replies: number): Promise<void> {
  await until(
    `${replies} replies`,
    () => conductor.query('select count(*) as n from message_anchors')[0]?.['n'] === replies,
  );
}

async function connected({ until, conductor }: ChatWorld): Promise<void> {
  await until('the browser to be connected', async () => {
    const { clients } = await conductor.admin.status();
    return clients.some((client) => client.connected);
  });
}

async function tabOf({ conductor }: ChatWorld, conversationId: string): Promise<number> {
  const [row] = conductor.query(
    'select diagnostic_tab_id as tab from message_anchors where conversation_key = ? order by observed_at desc',
    `chatgpt/${conversationId}`,
  );
  return Number(row?.['tab']);
}

async function chooseMode(popup: Page, mode: 'auto' | 'manual' | 'paused'): Promise<void> {
  const radio = await popup.waitForSelector(`input[type=radio][value=${mode}]`);
  await radio?.evaluate((input) => (input as HTMLInputElement).click());
}
