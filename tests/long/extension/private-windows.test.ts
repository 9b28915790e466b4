import { afterEach, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

// Firefox starts no private window for a driver; its rule is the same, and the manifest says no more than Chromium's.
it('nothing of a private window is told while the person has not allowed the extension there', async () => {
  world = await createChatWorld('chromium');
  const { site, open, conversation, received, say } = world;
  const hidden = site.createConversation('hidden');
  const shown = site.createConversation('shown');

  const privately = await world.browser.browser.createBrowserContext();
  const page = await privately.newPage();
  await page.goto(`https://chatgpt.com/c/${hidden.id}`);
  await page.waitForSelector('#prompt-textarea');
  await say(page, '/plain');
  await page.waitForSelector('#thread article:last-child .markdown p');
  expect(received(hidden.id)).toEqual(['/plain']);

  // The same in an ordinary window is known at once.
  await open(shown.id);
  expect(conversation(hidden.id)).toBeUndefined();
  expect(world.heard.join('\n')).not.toContain(hidden.id);
});
