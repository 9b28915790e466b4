import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../support/chat-world.ts';
import { ASKED, type Moment, MOMENTS, RESULT } from '../support/delivery-moments.ts';

/** Between leaving and being answered. `tests/long` has every fault at every moment. */
const MOST_DELICATE: readonly Moment[] = [
  'the message is on its way to the site',
  'the site has taken the message and not answered',
];

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
    it.each(MOST_DELICATE)('while %s', async (moment) => {
      await survives(moment, DEATHS[death]);
    });
  });

  it('a killed browser, started again, finishes what it had begun', async () => {
    await survives('the site has taken the message and not answered', ({ restartBrowser }) =>
      restartBrowser('kill'),
    );
  });
});
