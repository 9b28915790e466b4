import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld, DEMO, type WorldAtSite } from '../support/chat-world.ts';
import { claude } from '../support/claude-stand-in/start-claude-stand-in.ts';
import { deepseek } from '../support/deepseek-stand-in/start-deepseek-stand-in.ts';
import { findCanaries } from '../support/find-canaries.ts';
import type { Site } from '../support/stand-in/site.ts';

const CLAUDE = claude();
const DEEPSEEK = deepseek();
const RESULT = /^Baton results[^]*passed on/;
const LIMIT_SECONDS = 4;

describe.each(['chromium', 'firefox'] as const)('in %s', (name) => {
  let world: ChatWorld;
  beforeAll(async () => {
    world = await createChatWorld(name, { site: CLAUDE, alsoAt: [DEEPSEEK] });
  });
  afterAll(async () => {
    await world?.dispose();
  });

  /** A conversation whose reply, held back, will ask for an action. */
  async function asked(
    site: Site,
  ): Promise<{ here: WorldAtSite; id: string; page: Page; go: () => void }> {
    const here = world.at(site);
    const { id } = here.site.createConversation('asked');
    const page = await here.open(id);
    await here.setMode(id, 'auto');
    const gate = here.site.faults.stallNextReply(4);
    await here.say(page, '/echo passed on');
    await gate.reached;
    return { here, id, page, go: () => gate.release() };
  }

  describe.each([CLAUDE, DEEPSEEK])('at https://$host', (site) => {
    it('the circle closes three times in a row, each message once, and leaks no secret', async () => {
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
      expect(here.jobs(id)).toHaveLength(DEMO.toolTurns);
      for (const job of here.jobs(id)) {
        expect(job).toMatchObject({ status: 'finalized', attempt_count: 1 });
      }
      await shows(page, here, id);
      expect(await findCanaries(world)).toEqual([]);
      await page.close();
    });

    it('a conversation is begun from nothing, and goes on', async () => {
      const here = world.at(site);
      const blank = await here.openNew();
      let sent: { conversation?: { local_conversation_id: string } } = {};
      await world.until('a browser that can begin one', async () => {
        const asked = { platform: site.platform, text: '/plain' };
        const answer = await world.conductor.ask('POST', '/v1/conversations?wait=final', asked);
        sent = answer as typeof sent;
        return (answer as { code?: string }).code !== 'missing_route';
      });
      const begun = here.site.log().at(-1);
      expect(sent).toMatchObject({
        timed_out: false,
        conversation: { remote_conversation_id: begun?.conversation_id },
        reply: { text: expect.stringContaining('plain reply') },
      });
      expect(here.received(begun?.conversation_id ?? '')).toEqual(['/plain']);
      await blank.close();
    });

    it('a browser killed in the middle of a send, started again, finds what it had sent', async () => {
      const { here, id, go } = await asked(site);
      const taken = here.site.faults.holdNextSend('taken');
      go();
      await taken.reached;
      await world.restartBrowser('kill');
      taken.release();
      await here.settled(id, 2);
      expect(here.received(id)).toEqual(['/echo passed on', expect.stringMatching(RESULT)]);
      expect(here.site.duplicates()).toBe(0);
    });
  });

  it('Claude gets what its page would send, without the composer, and the page shows it', async () => {
    const { here, id, page, go } = await asked(CLAUDE);
    await countComposerChanges(page);
    go();
    await here.settled(id, 2);
    await shows(page, here, id);
    expect(await page.evaluate(() => sessionStorage.getItem('composer-changes'))).toBe('0');
    expect(here.received(id)).toEqual(['/echo passed on', expect.stringMatching(RESULT)]);
    await page.close();
  });

  it('a limit parks a delivery for as long as Claude says, and then it is sent, once', async () => {
    const { here, id, page, go } = await asked(CLAUDE);
    here.site.faults.rateLimitNextSend(LIMIT_SECONDS);
    const toldAt = Date.now();
    go();
    await world.until('the delivery to wait', () => here.jobs(id)[0]?.['status'] === 'retry_wait');
    const [job] = here.jobs(id);
    expect(job).toMatchObject({ last_error_code: 'rate_limited', attempt_count: 1 });
    // Its end is told in whole seconds.
    expect(Number(job?.['due_at'])).toBeGreaterThan(toldAt + (LIMIT_SECONDS - 1) * 1000);
    expect(here.received(id)).toEqual(['/echo passed on']);
    await here.settled(id, 2);
    expect(here.received(id)).toEqual(['/echo passed on', expect.stringMatching(RESULT)]);
    expect(here.site.log().at(-1)?.received_at).toBeGreaterThanOrEqual(Number(job?.['due_at']));
    await page.close();
  });

  it('a limit told within a reply parks a delivery to DeepSeek, which did not take it', async () => {
    const { here, id, page, go } = await asked(DEEPSEEK);
    here.site.faults.noticeInNextReply({ kind: 'rate_limited', clearsInSeconds: LIMIT_SECONDS });
    go();
    await world.until('the delivery to wait', () => here.jobs(id)[0]?.['status'] === 'retry_wait');
    expect(here.jobs(id)).toMatchObject([
      {
        last_error_code: 'rate_limited',
        last_error_text: 'Messages too frequent. Try again later.',
      },
    ]);
    expect(here.received(id)).toEqual(['/echo passed on']);
    await page.close();
  });
});

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

/** Counts whatever happens in the composer from here on; the count outlives a reload. */
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
