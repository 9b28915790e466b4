import { describe, expect, test } from 'vitest';

import { LOOK_ENDS, type LookEnd } from '../../../../extension/background/delivery/judge-look.ts';
import type { LookOutcome, ObservedReply } from '../../../../extension/messages/page-messages.ts';
import { reply } from '../builders/view.ts';
import { SimWorld, type WorldOptions } from '../simulation/sim-world.ts';

const MINUTE = 60_000;
const A_DAY = { replyTakesMs: 24 * 60 * MINUTE };

type Found = Extract<LookOutcome, { outcome: 'found' }>;

const ANSWER: ObservedReply = reply({ assistant_message_id: 'a-9', in_reply_to: 'turn-9' });
const SHOWN: ObservedReply = { ...ANSWER, source: 'shown', complete: 'unproven' };

/** All that each part of what was found may be: a new part makes more of them. */
const PARTS: { readonly [K in keyof Required<Found>]: readonly Found[K][] } = {
  outcome: ['found'],
  user_message_id: [null, 'turn-9'],
  reply: [null, SHOWN, { ...ANSWER, source: 'snapshot' }],
  is_growing: [false, true],
  rest: [undefined, null, SHOWN],
  why: [undefined, 'No capacity.'],
  is_unanswered: [undefined, true],
};

const FOUND = Object.entries(PARTS)
  .reduce<Partial<Found>[]>(
    (some, [part, values]) =>
      some.flatMap((one) =>
        values.map((value) => (value === undefined ? one : { ...one, [part]: value })),
      ),
    [{}],
  )
  .map((one) => one as Found);

/** Every answer of a page to a look. */
const OUTCOMES: { readonly [K in LookOutcome['outcome']]: readonly LookOutcome[] } = {
  found: FOUND,
  absent: [{ outcome: 'absent' }],
  cannot_tell: [{ outcome: 'cannot_tell', reason: 'The page did not come to rest.' }],
};

/** A message whose page was lost after it had been sent, before a reply came. */
async function lost(options: Partial<WorldOptions> = A_DAY): Promise<SimWorld> {
  const world = new SimWorld(options);
  await world.pair();
  const page = world.openPage();
  await world.runUntil(() => page.state.ready && world.conductor.connected);
  await world.pass(1_000);
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => world.conductor.heardOf('delivery.result').length > 0);
  world.closePage(page.tabId);
  return world;
}

const status = async (world: SimWorld): Promise<string | undefined> =>
  (await world.rows()).attempts.at(-1)?.status;

describe('a message whose page is gone', () => {
  test.each(
    Object.values(OUTCOMES)
      .flat()
      .map((outcome) => ({ outcome, name: JSON.stringify(outcome, brief) })),
  )('does not wait for two minutes where a page at rest finds $name', async ({ outcome }) => {
    const world = await lost();
    const isGrowing = outcome.outcome === 'found' && outcome.is_growing;
    world.site.finds = outcome;
    await world.pass(2 * MINUTE);
    if (isGrowing && (await status(world)) === 'acked')
      world.site.finds = { ...outcome, is_growing: false };
    await world.pass(2 * MINUTE);
    expect(await status(world)).not.toBe('acked');
    expect(world.site.timesReceived('The result.')).toBe(1);
  });

  test('waits while a page shows that its reply is being written', async () => {
    const world = await lost();
    const none = { outcome: 'found', user_message_id: 'turn-9', reply: null } as const;
    world.site.finds = { ...none, is_growing: true };
    await world.pass(30 * MINUTE);
    expect(await status(world)).toBe('acked');
  });
});

/** How each end of looking for a reply comes about. A new one has to be shown here. */
const WAYS: Readonly<Record<LookEnd, () => Promise<SimWorld>>> = {
  async told() {
    const world = await lost();
    const none = { outcome: 'found', user_message_id: 'turn-9', reply: null } as const;
    world.site.finds = { ...none, is_growing: false, is_unanswered: true };
    return world;
  },
  at_rest: () => lost(),
  async unreadable() {
    const world = await lost();
    world.site.problem = { code: 'missing_credential', text: 'The site asks to log in.' };
    return world;
  },
  out_of_reach: () => lost({ ...A_DAY, hasAddress: false }),
};

test.each(Object.keys(LOOK_ENDS) as LookEnd[])(
  'looking for a reply ends for %s within two minutes, and says so',
  async (end) => {
    const world = await WAYS[end]();
    await world.pass(2 * MINUTE);
    expect(world.conductor.heardOf('delivery.result').at(-1)).toMatchObject({
      status: 'failed',
      error_code: 'no_reply',
      error_message: expect.stringContaining(LOOK_ENDS[end]),
    });
  },
);

test('a failure of the site is told in its words also where nobody can tell whether it kept the message', async () => {
  const world = new SimWorld();
  await world.pair();
  const page = world.openPage();
  await world.runUntil(() => page.state.ready && world.conductor.connected);
  await world.pass(1_000);
  world.site.fails = true;
  world.site.finds = { outcome: 'cannot_tell', reason: 'No turns can be read.' };
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => world.conductor.heardOf('delivery.result').length > 0);
  expect(world.conductor.heardOf('delivery.result')).toMatchObject([
    { error_code: 'delivery_uncertain', error_message: 'The site failed. No turns can be read.' },
  ]);
});

function brief(key: string, value: unknown): unknown {
  return key === 'reply' || key === 'rest' ? (value as ObservedReply | null)?.source : value;
}
