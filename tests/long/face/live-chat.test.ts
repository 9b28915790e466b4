import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import type { Assistant } from '../../../playground/assistant.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { chatgptSite } from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';

const PAUSE_MS = 300;

describe.for(BROWSER_NAMES)('what the extension sees of a chat, on the screen, in %s', (name) => {
  let world: ChatWorld;
  let chat: Page;
  let face: Page;
  let id = '';
  /** The assistant goes on writing until then. */
  let isEnough = false;

  const assistant: Assistant = {
    async *reply() {
      while (!isEnough) {
        yield 'One more word. ';
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      yield 'The end.';
    },
  };

  beforeAll(async () => {
    world = await createChatWorld(name, { site: chatgptSite({ assistant }) });
    const remote = world.site.createConversation('Words').id;
    chat = await world.open(remote);
    id = String(world.conversation(remote)?.['local_conversation_id']);
    face = await world.browser.newPage();
    await face.setViewport({ width: 1200, height: 900 });
    await face.goto(await world.conductor.admin.makeFaceLink(), { waitUntil: 'load' });
    await face.waitForSelector('.live[data-tone="good"]');
  });
  afterAll(() => world?.dispose());

  const text = (selector: string): Promise<string> =>
    face.$$eval(selector, (parts) => parts.map((part) => part.textContent).join(' '));

  async function show(path: string): Promise<void> {
    await face.bringToFront();
    await face.goto(new URL(path, face.url()).href, { waitUntil: 'load' });
    await face.waitForSelector('.live[data-tone="good"]');
  }

  test('a reply is counted while it is written, in its chat, until it stands there whole', async () => {
    await world.say(chat, 'Tell me all the words.');
    await show(`/conversations/${id}`);
    const counted = async (): Promise<number> =>
      Number(/replying… ([\d,]+) char/.exec(await text('.replying'))?.[1]?.replace(',', '') ?? 0);
    await expect.poll(counted).toBeGreaterThan(0);
    const before = await counted();
    await expect.poll(counted).toBeGreaterThan(before);
    expect(await text('.thread')).not.toContain('One more word.');

    isEnough = true;
    await expect.poll(() => text('.thread')).toContain('The end.');
    await expect.poll(() => text('.replying')).toBe('');
  });

  test('its page is told of where it is, and that a person writes in it', async () => {
    await show('/browsers');
    await expect.poll(() => text('.told')).toContain('Words');
    await expect.poll(() => text('.told')).toContain('Baton may run there.');
    // What was sent a moment ago was still being written when the page was told of.
    await expect.poll(() => text('.told')).not.toContain('you write in it');

    await chat.bringToFront();
    await chat.click('#prompt-textarea');
    await chat.keyboard.type('I am not done');
    await face.bringToFront();
    await expect.poll(() => text('.told')).toContain('you write in it');
    await chat.close();
    await expect.poll(() => text('.told')).not.toContain('you write in it');
  });
});
