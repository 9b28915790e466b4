import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld, DEMO } from '../kit/chat-world.ts';
import { BROWSER_NAMES } from '../../launcher/find-browser.ts';
import { findCanaries } from '../kit/find-canaries.ts';
import { sampled } from '../kit/samples.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

// In Chromium `npm start -- --once` closes it beside the other tests.
describe.each(sampled(BROWSER_NAMES, BROWSER_NAMES.indexOf('firefox')))(
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
  },
);
