import { afterEach, describe, expect, it } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { chatgptSite } from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

describe.each(BROWSER_NAMES)('a conversation in %s', (name) => {
  it('is followed from its provisional id to its real one', async () => {
    world = await createChatWorld(name, { site: chatgptSite({ provisionalIds: true }) });
    const page = await world.openNew();
    await world.say(page, '/plain');
    await world.until(
      'the conversation to be known',
      () => world !== undefined && known(world).length === 1,
    );
    await page.waitForFunction(() => /\/c\/[0-9a-f]{8}-/.test(location.pathname));
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await world.until(
      'the real id to be known',
      () => world?.conversation(id)?.['remote_conversation_id'] === id,
    );
    await world.setMode(id, 'auto');
    await world.say(page, '/echo hello');
    await world.until(
      'the echo to come back',
      () => world?.jobs(id).some((job) => job['status'] === 'finalized') ?? false,
    );
    expect(known(world)).toHaveLength(1);
    expect(world.site.log().map((message) => message.text)).toEqual([
      '/plain',
      '/echo hello',
      expect.stringMatching(/^Baton results[^]*hello/),
    ]);
    expect(world.site.duplicates()).toBe(0);
  });
});

function known({ conductor }: ChatWorld): Record<string, unknown>[] {
  return conductor.query('select conversation_key from conversations');
}
