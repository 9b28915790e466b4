import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { beginConversation } from '../../kit/begin-conversation.ts';
import { type ChatWorld, createChatWorld, DEMO } from '../../kit/chat-world.ts';
import { copilotSite } from '../../kit/copilot-stand-in/start-copilot-stand-in.ts';
import { findCanaries } from '../../kit/find-canaries.ts';
import { grokSite } from '../../kit/grok-stand-in/start-grok-stand-in.ts';

const COPILOT = copilotSite();
const GROK = grokSite();

describe.each(['chromium', 'firefox'] as const)(
  'sites whose pages send over a WebSocket, in %s',
  (name) => {
    let world: ChatWorld;
    beforeAll(async () => {
      world = await createChatWorld(name, { site: COPILOT, alsoAt: [GROK] });
    });
    afterAll(async () => {
      await world?.dispose();
    });

    it.each([COPILOT, GROK])('the circle closes at $host', async (site) => {
      const here = world.at(site);
      const { id } = here.site.createConversation('demo');
      const page = await here.open(id);
      await here.setMode(id, 'auto');
      await here.say(page, 'Show me what you can do.');
      await here.settled(id, DEMO.replies);
      expect(here.received(id)).toEqual([
        'Show me what you can do.',
        expect.stringMatching(/^Baton results[^]*@conductor::describe/),
        expect.stringMatching(/^Baton results[^]*@conductor::time[^]*@conductor::echo/),
        expect.stringMatching(/^Baton results[^]*@conductor::conversation\.status/),
      ]);
      expect(here.site.duplicates()).toBe(0);
      for (const job of here.jobs(id)) {
        expect(job).toMatchObject({ status: 'finalized', attempt_count: 1 });
      }
      await page.close();
    });

    it.each([COPILOT, GROK])('a conversation is begun from nothing at $host', async (site) => {
      const here = world.at(site);
      const blank = await here.openNew();
      const id = await beginConversation(world, here);
      expect(here.received(id)).toEqual(['/plain']);
      await blank.close();
    });

    it('no secret of theirs left the page', async () => {
      expect(await findCanaries(world)).toEqual([]);
    });
  },
);
