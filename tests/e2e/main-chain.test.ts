import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld, DEMO } from '../kit/chat-world.ts';
import { chatgpt } from '../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { findCanaries } from '../kit/find-canaries.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

describe.each(['chromium', 'firefox'] as const)(
  'the main chain at https://chatgpt.com in %s',
  (name) => {
    it('closes the circle three times in a row, each message once, and leaks no secret', async () => {
      world = await createChatWorld(name);
      const { id } = world.site.createConversation('demo');
      const page = await world.open(id);
      await world.setMode(id, 'auto');
      await world.say(page, 'Show me what you can do.');
      await world.settled(id, DEMO.replies);

      const log = world.site.log();
      expect(log.map((message) => message.text)).toEqual([
        'Show me what you can do.',
        expect.stringMatching(/^Baton results[^]*@conductor::describe/),
        expect.stringMatching(/^Baton results[^]*@conductor::time[^]*@conductor::echo/),
        expect.stringMatching(/^Baton results[^]*@conductor::conversation\.status/),
      ]);
      expect(new Set(log.map((message) => message.conversation_id))).toEqual(new Set([id]));
      expect(world.site.duplicates()).toBe(0);
      expect(world.jobs(id)).toHaveLength(DEMO.toolTurns);
      for (const job of world.jobs(id)) {
        expect(job).toMatchObject({
          status: 'finalized',
          attempt_count: 1,
          message_text: expect.any(String),
        });
        expect(log.map((message) => message.message_id)).toContain(job['user_message_id']);
      }
      expect(await findCanaries(world)).toEqual([]);
    });

    it('follows a new chat from its provisional id to its real one', async () => {
      world = await createChatWorld(name, { site: chatgpt({ provisionalIds: true }) });
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
  },
);

function known({ conductor }: ChatWorld): Record<string, unknown>[] {
  return conductor.query('select conversation_key from conversations');
}
