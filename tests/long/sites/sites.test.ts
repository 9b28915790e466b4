import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { beginConversation } from '../../kit/begin-conversation.ts';
import { type ChatWorld, createChatWorld, DEMO, type WorldAtSite } from '../../kit/chat-world.ts';
import { claudeSite } from '../../kit/claude-stand-in/start-claude-stand-in.ts';
import { deepseekSite } from '../../kit/deepseek-stand-in/start-deepseek-stand-in.ts';
import { findCanaries } from '../../kit/find-canaries.ts';
import type { Site } from '../../kit/stand-in/site.ts';

const CLAUDE = claudeSite();
const DEEPSEEK = deepseekSite();
const SITES = [CLAUDE, DEEPSEEK];
const ASKED = '/echo passed on';
const RESULT = expect.stringMatching(/^Baton results[^]*passed on/) as unknown;
const LIMIT_SECONDS = 3;

/** A conversation whose reply is held back in the middle; what follows in it is an action. */
interface Asked {
  readonly here: WorldAtSite;
  readonly id: string;
  readonly page: Page;
  readonly go: () => void;
}

// What the person does is done in turn, as they have one keyboard; what follows goes on at both sites at once.
describe.each(['chromium', 'firefox'] as const)(
  'at https://claude.ai and https://chat.deepseek.com in %s',
  (name) => {
    let world: ChatWorld;
    beforeAll(async () => {
      world = await createChatWorld(name, { site: CLAUDE, alsoAt: [DEEPSEEK] });
    });
    afterAll(async () => {
      await world?.dispose();
    });

    async function asked(site: Site): Promise<Asked> {
      const here = world.at(site);
      const { id } = here.site.createConversation('asked');
      const page = await here.open(id);
      await here.setMode(id, 'auto');
      const gate = here.site.faults.stallNextReply(4);
      await here.say(page, ASKED);
      await gate.reached;
      return { here, id, page, go: () => gate.release() };
    }

    it('the circle closes three times in a row, each message once, and leaks no secret', async () => {
      const begun = [];
      for (const site of SITES) {
        const here = world.at(site);
        const { id } = here.site.createConversation('demo');
        const page = await here.open(id);
        await here.setMode(id, 'auto');
        await here.say(page, 'Show me what you can do.');
        begun.push({ here, id, page });
      }
      for (const { here, id, page } of begun) {
        await here.settled(id, DEMO.replies);
        expect(here.received(id)).toEqual([
          'Show me what you can do.',
          expect.stringMatching(/^Baton results[^]*@conductor::describe/),
          expect.stringMatching(/^Baton results[^]*@conductor::time[^]*@conductor::echo/),
          expect.stringMatching(/^Baton results[^]*@conductor::conversation\.status/),
        ]);
        expect(here.site.duplicates()).toBe(0);
        expect(here.jobs(id)).toHaveLength(DEMO.toolTurns);
        for (const job of here.jobs(id)) {
          expect(job).toMatchObject({ status: 'finalized', attempt_count: 1 });
        }
        await shows(page, here, id);
        await page.close();
      }
      expect(await findCanaries(world)).toEqual([]);
    });

    it.each(SITES)('a conversation is begun from nothing at $host', async (site) => {
      const here = world.at(site);
      const blank = await here.openNew();
      const id = await beginConversation(world, here);
      expect(here.received(id)).toEqual(['/plain']);
      await blank.close();
    });

    it('a browser killed in the middle of a send, started again, finds what it had sent', async () => {
      const both = [await asked(CLAUDE), await asked(DEEPSEEK)];
      const gates = both.map(({ here }) => here.site.faults.holdNextSend('taken'));
      for (const { go } of both) go();
      await Promise.all(gates.map((gate) => gate.reached));
      await world.restartBrowser('kill');
      for (const gate of gates) gate.release();
      for (const { here, id } of both) {
        await here.settled(id, 2);
        expect(here.received(id)).toEqual([ASKED, RESULT]);
        expect(here.jobs(id)).toMatchObject([{ status: 'finalized' }]);
        expect(here.site.duplicates()).toBe(0);
      }
    });

    it('limits park: as long as Claude says, whose page then shows what it never typed', async () => {
      const [atClaude, atDeepseek] = [await asked(CLAUDE), await asked(DEEPSEEK)];
      const limit = { kind: 'rate_limited', clearsInSeconds: LIMIT_SECONDS } as const;
      // DeepSeek tells it within a reply, and not how long it lasts.
      atDeepseek.here.site.faults.noticeInNextReply(limit);
      atClaude.here.site.faults.rateLimitNextSend(LIMIT_SECONDS);
      await countComposerChanges(atClaude.page);
      const toldAt = Date.now();
      atDeepseek.go();
      atClaude.go();

      await parked(atClaude);
      const dueAt = Number(atClaude.here.jobs(atClaude.id)[0]?.['due_at']);
      expect(dueAt).toBeGreaterThan(toldAt + (LIMIT_SECONDS - 1) * 1000); // It is told in whole seconds.
      await atClaude.here.settled(atClaude.id, 2);
      expect(atClaude.here.received(atClaude.id)).toEqual([ASKED, RESULT]);
      expect(atClaude.here.site.log().at(-1)?.received_at).toBeGreaterThanOrEqual(dueAt);
      await shows(atClaude.page, atClaude.here, atClaude.id);
      const changes = () => sessionStorage.getItem('composer-changes');
      expect(await atClaude.page.evaluate(changes)).toBe('0');

      await parked(atDeepseek);
      expect(atDeepseek.here.received(atDeepseek.id)).toEqual([ASKED]);
    });

    async function parked({ here, id }: Asked): Promise<void> {
      const job = (): Record<string, unknown> | undefined => here.jobs(id)[0];
      await world.until('the delivery to wait', () => job()?.['status'] === 'retry_wait');
      expect(job()).toMatchObject({ last_error_code: 'rate_limited', attempt_count: 1 });
    }
  },
);

/** The page has every message that the site received, the last with its answer. */
async function shows(page: Page, { received }: WorldAtSite, id: string): Promise<void> {
  await page.waitForFunction(
    (turns) =>
      document.querySelectorAll('#thread article').length === turns &&
      document.querySelector('#thread article:last-child .markdown p') !== null,
    { polling: 50 },
    2 * received(id).length,
  );
}

/** Counts what changes in the composer from here on; the count outlives a reload. */
async function countComposerChanges(page: Page): Promise<void> {
  await page.evaluate(() => {
    let changes = 0;
    sessionStorage.setItem('composer-changes', '0');
    const editor = document.querySelector('#editor');
    if (editor === null) throw new Error('the page has no composer');
    new MutationObserver(() => {
      changes += 1;
      sessionStorage.setItem('composer-changes', String(changes));
    }).observe(editor, { subtree: true, childList: true, characterData: true });
  });
}
