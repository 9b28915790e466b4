import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { ASKED, type Moment, MOMENTS, RESULT } from '../../kit/delivery-moments.ts';

/** Sent, and nobody knows it yet. `tests/long` has every fault at every moment. */
const MOST_DELICATE = 'the site has taken the message and not answered' satisfies Moment;

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

  async function survives(moment: Moment, death: (world: ChatWorld) => Promise<void>) {
    const { id } = world.site.createConversation('crash');
    const page = await world.open(id);
    await world.setMode(id, 'auto');

    const gate = await MOMENTS[moment](world, page);
    await death(world);
    gate.release();

    await world.settled(id, 2);
    expect(world.received(id)).toEqual([ASKED, expect.stringMatching(RESULT)]);
    expect(world.site.duplicates()).toBe(0);
    expect(world.jobs(id)).toMatchObject([{ status: 'finalized' }]);
  }

  describe.each(Object.keys(DEATHS) as (keyof typeof DEATHS)[])('%s', (death) => {
    it(`while ${MOST_DELICATE}`, async () => {
      await survives(MOST_DELICATE, DEATHS[death]);
    });
  });

  it('a killed browser, started again, finishes what it had begun', async () => {
    await survives(MOST_DELICATE, ({ restartBrowser }) => restartBrowser('kill'));
  });
});
