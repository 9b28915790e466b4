import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../support/chat-world.ts';

const RESULT = /^Baton results[^]*passed on/;

/** Moments in the life of a delivery at which something can die, as the site and the tables show them. */
const MOMENTS = {
  'the reply is being written': async (
    { site, say }: ChatWorld,
    page: Parameters<ChatWorld['say']>[0],
  ) => {
    const gate = site.faults.stallNextReply(6);
    await say(page, '/echo passed on');
    await gate.reached;
    return gate;
  },
  'the message is on its way to the site': async ({ site, say }, page) => {
    const first = site.faults.stallNextReply(4);
    await say(page, '/echo passed on');
    await first.reached;
    const gate = site.faults.holdNextSend('arrival');
    first.release();
    await gate.reached;
    return gate;
  },
  'the site has taken the message and not answered': async ({ site, say }, page) => {
    const first = site.faults.stallNextReply(4);
    await say(page, '/echo passed on');
    await first.reached;
    const gate = site.faults.holdNextSend('taken');
    first.release();
    await gate.reached;
    return gate;
  },
  'the answer to the message is being written': async ({ site, say }, page) => {
    const first = site.faults.stallNextReply(4);
    await say(page, '/echo passed on');
    await first.reached;
    const gate = site.faults.stallNextReply(5);
    first.release();
    await gate.reached;
    return gate;
  },
} as const satisfies Record<
  string,
  (world: ChatWorld, page: Parameters<ChatWorld['say']>[0]) => Promise<{ release(): void }>
>;

const DEATHS = {
  'the conductor dies (kill -9)': async ({ conductor }: ChatWorld) => {
    await conductor.kill9();
    await conductor.start();
  },
  'the background dies (kill -9)': async ({ browser }: ChatWorld) => {
    await browser.stopBackground();
  },
} as const;

describe.each(['chromium', 'firefox'] as const)('in %s', (name) => {
  let world: ChatWorld;
  beforeAll(async () => {
    world = await createChatWorld(name);
  });
  afterAll(async () => {
    await world.dispose();
  });

  async function survives(
    moment: keyof typeof MOMENTS,
    death: (world: ChatWorld) => Promise<void>,
  ) {
    const { id } = world.site.createConversation('crash');
    const page = await world.open(id);
    await world.setMode(id, 'auto');

    const gate = await MOMENTS[moment](world, page);
    await death(world);
    gate.release();

    await world.settled(id, 2);
    expect(world.received(id)).toEqual(['/echo passed on', expect.stringMatching(RESULT)]);
    expect(world.site.duplicates()).toBe(0);
    expect(world.jobs(id)).toMatchObject([{ status: 'finalized' }]);
  }

  describe.each(Object.keys(DEATHS) as (keyof typeof DEATHS)[])('%s', (death) => {
    it.each(Object.keys(MOMENTS) as (keyof typeof MOMENTS)[])('while %s', async (moment) => {
      await survives(moment, DEATHS[death]);
    });
  });

  it('a killed browser, started again, finishes what it had begun', async () => {
    await survives('the site has taken the message and not answered', ({ restartBrowser }) =>
      restartBrowser('kill'),
    );
  });
});
