import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { ASKED, beforeDelivery, type Moment, MOMENTS, RESULT } from '../../kit/delivery-moments.ts';

/** Faults of the page, the link or a whole part while the conversation stands at a moment. */
const FAULTS = {
  'the tab crashes': ({ browser }, page) => browser.crashTab(page),
  'the tab is discarded': ({ browser }, page) => browser.discardTabs(page.url()),
  'the tab is closed': async (_world, page) => page.close(),
  'the page goes to another site': async (_world, page) => {
    await page.goto('about:blank');
  },
  'the page goes to another conversation': async ({ site }, page) => {
    const { id } = site.createConversation('another');
    await page.goto(`https://chatgpt.com/c/${id}`, { waitUntil: 'domcontentloaded' });
  },
  'the page is loaded anew': async (_world, page) => {
    await page.reload({ waitUntil: 'domcontentloaded' });
  },
  'the socket is lost': ({ cutLink }) => {
    cutLink();
    return Promise.resolve();
  },
  'the whole browser dies (kill -9)': ({ restartBrowser }) => restartBrowser('kill'),
  'the background dies (kill -9)': ({ browser }) => browser.stopBackground(),
  'the conductor dies (kill -9)': async ({ conductor }) => {
    await conductor.kill9();
    await conductor.start();
  },
} as const satisfies Record<string, (world: ChatWorld, page: Page) => Promise<void>>;

/** With its page a reply is lost that no delivery waits for: it is history when somebody opens the chat again. */
const TAKES_THE_PAGE: readonly (keyof typeof FAULTS)[] = [
  'the tab crashes',
  'the tab is discarded',
  'the tab is closed',
  'the page goes to another site',
  'the page goes to another conversation',
  'the page is loaded anew',
  'the whole browser dies (kill -9)',
];

describe.each(['chromium', 'firefox'] as const)('in %s', (name) => {
  let world: ChatWorld;
  beforeAll(async () => {
    world = await createChatWorld(name);
  });
  afterAll(async () => {
    await world.dispose();
  });

  async function begin(): Promise<{ readonly id: string; readonly page: Page }> {
    const { id } = world.site.createConversation('faults');
    const page = await world.open(id);
    await world.setMode(id, 'auto');
    return { id, page };
  }

  async function endsAsAsked(id: string): Promise<void> {
    await world.settled(id, 2);
    expect(world.received(id)).toEqual([ASKED, expect.stringMatching(RESULT)]);
    expect(world.site.duplicates()).toBe(0);
    expect(world.jobs(id)).toMatchObject([{ status: 'finalized' }]);
  }

  describe.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])('%s', (fault) => {
    const moments = Object.keys(MOMENTS) as Moment[];
    const lost = TAKES_THE_PAGE.includes(fault) ? moments.slice(0, 1) : [];

    it.each(moments.filter((moment) => !lost.includes(moment)))('while %s', async (moment) => {
      const { id, page } = await begin();
      const gate = await MOMENTS[moment](world, page);
      await FAULTS[fault](world, page);
      gate.release();
      await endsAsAsked(id);
    });

    it.each(lost)('while %s: it is seen later, and acts on nothing', async (moment) => {
      const { id, page } = await begin();
      const gate = await MOMENTS[moment](world, page);
      await FAULTS[fault](world, page);
      gate.release();
      await world.open(id);
      await world.settled(id, 1);
      expect(world.received(id)).toEqual([ASKED]);
      expect(world.jobs(id)).toEqual([]);
    });
  });

  describe('a send that the site', () => {
    it('limits is made again after the time the site says, once', async () => {
      const { id, page } = await begin();
      await beforeDelivery(world, page, ({ site }) => site.faults.rateLimitNextSend(2));
      await endsAsAsked(id);
      expect(seen(id)).toContain('rate_limited');
    });

    it('fails (500) is looked for, found absent, and made again', async () => {
      const { id, page } = await begin();
      await beforeDelivery(world, page, ({ site }) => site.faults.failNextSend());
      await endsAsAsked(id);
      expect(seen(id)).toContain('send_rejected');
    });

    it('answers and then falls silent is finished when the answer is', async () => {
      const { id, page } = await begin();
      const gate = await beforeDelivery(world, page, ({ site }) => site.faults.stallNextReply(5));
      await gate.reached;
      await world.until('it to be in', () => world.jobs(id)[0]?.['status'] === 'acked');
      gate.release();
      await endsAsAsked(id);
    });

    it('answers and then cuts off is read from the history', async () => {
      const { id, page } = await begin();
      await beforeDelivery(world, page, ({ site }) => site.faults.cutNextReply(5));
      await endsAsAsked(id);
    });

    it('refuses because nobody is logged in waits for the person, and goes out once they are', async () => {
      const { id, page } = await begin();
      await beforeDelivery(world, page, ({ site }) => site.faults.signOut());
      await world.until('it to fail', () => world.jobs(id)[0]?.['status'] === 'failed');
      expect(world.jobs(id)).toMatchObject([{ last_error_code: 'missing_credential' }]);
      expect(world.received(id)).toEqual([ASKED]);
      world.site.faults.signIn();
      await page.reload({ waitUntil: 'domcontentloaded' });
      await page.waitForSelector('#prompt-textarea');
      await world.conductor.ask('POST', `/v1/jobs/${jobId(id)}/retry`);
      await endsAsAsked(id);
    });
  });

  const jobId = (id: string): string => String(world.jobs(id)[0]?.['job_id']);

  /** The codes the trail holds of the conversation's job. */
  const seen = (id: string): unknown[] =>
    world.conductor
      .query('select detail_json as detail from events where subject_id = ?', jobId(id))
      .map((event) => (JSON.parse(String(event['detail'])) as { code?: string }).code);
});
