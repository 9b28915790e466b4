import { describe, expect, test } from 'vitest';

import { SimWorld, type WorldOptions } from './simulation/sim-world.ts';

const OLD_REPLY = 'the reply that stood there before';
const TEXT = 'The result.';
/** A test of `npm test` dies at every third boundary, each from another on; the long ones of `delivery` die at all. */
const STRIDE = process.env['BATON_LONG_TESTS'] === undefined ? 6 : 1;
/** Hundreds of whole deliveries each. */
const PATIENT = { timeout: 120_000 };

/** One delivery from the conductor's frame to the journal's last state. */
async function deliver(options: Partial<WorldOptions>, story: Story): Promise<SimWorld> {
  const world = new SimWorld(options);
  await story.begin(world);
  await world.runUntil(() => world.conductor.heardOf('browser.final_message').some(isReplyToUs));
  await world.runUntil(() => world.conductor.unacked === 0);
  // Long enough for whatever might still send a second time.
  await world.pass(180_000);
  return world;
}

interface Story {
  readonly name: string;
  readonly begin: (world: SimWorld) => Promise<void>;
}

const PAGE_OPEN: Story = {
  name: 'a page is open',
  async begin(world) {
    await world.pair();
    world.openPage();
    await world.runUntil(() => world.conductor.heardOf('runtime.report').length > 1);
    world.arm();
    world.conductor.enqueue({ job_id: 'job-1' });
  },
};

const PAGE_CLOSED: Story = {
  name: 'the page was closed, so a tab is opened',
  async begin(world) {
    await world.pair();
    const page = world.openPage();
    await world.runUntil(() => page.state.ready);
    await world.pass(1_000);
    world.closePage(page.tabId);
    await world.pass(1_000);
    world.arm();
    world.conductor.enqueue({ job_id: 'job-1' });
  },
};

const DRAFT: Story = {
  name: "a person's draft is in the way for a while",
  async begin(world) {
    await world.pair();
    const page = world.openPage();
    await world.runUntil(() => page.state.ready);
    page.setDraft(true);
    await world.pass(500);
    world.arm();
    world.conductor.enqueue({ job_id: 'job-1' });
    await world.pass(20_000);
    // A draft that died with its browser is nobody's any more.
    if (world.pages.has(page.tabId)) expect(world.site.timesReceived(TEXT)).toBe(0);
    for (const open of world.pages.values()) open.setDraft(false);
  },
};

const NAMED = { namesTurns: true, namesReplies: true };
const UNNAMED = { namesTurns: false, namesReplies: false };

const STORIES = [PAGE_OPEN, PAGE_CLOSED, DRAFT];

describe.each(STORIES)('while $name', (story) => {
  describe.each([
    { traits: NAMED, pagesDieToo: false, what: 'the background dies' },
    { traits: UNNAMED, pagesDieToo: false, what: 'the background dies; the site names no turns' },
    { traits: NAMED, pagesDieToo: true, what: 'the whole browser dies' },
    { traits: UNNAMED, pagesDieToo: true, what: 'the whole browser dies; the site names no turns' },
    { traits: UNNAMED, replyTakesMs: 60, what: 'the background dies; the reply comes at once' },
    {
      traits: NAMED,
      replyTakesMs: 40_000,
      pagesDieToo: true,
      what: 'the browser dies; the reply comes late',
    },
  ])('$what', ({ what, ...options }) => {
    test(
      'at every boundary in turn: one message on the site, one acked, one reply, in order',
      PATIENT,
      async () => {
        const whole = await deliver(options, story);
        await expectDeliveredOnce(whole, 'without a crash');
        const count = whole.boundaries.length;
        expect(count).toBeGreaterThan(40);
        for (
          let crashAt = 1 + (STORIES.indexOf(story) % STRIDE);
          crashAt <= count;
          crashAt += STRIDE
        ) {
          const where = `${what}; crash at ${crashAt} of ${count}: ${whole.boundaries[crashAt - 1]}`;
          const world = await deliver({ ...options, crashAt: [crashAt] }, story).catch(
            (error: unknown) => {
              throw new Error(where, { cause: error });
            },
          );
          await expectDeliveredOnce(world, where);
        }
      },
    );
  });
});

test('a second death during the recovery from the first changes nothing', PATIENT, async () => {
  const whole = await deliver({}, PAGE_OPEN);
  const count = whole.boundaries.length;
  for (let first = 1; first <= count; first += 1) {
    for (let later = 1; later <= count; later += 4 * STRIDE) {
      const options = { crashAt: [first, first + later], pagesDieToo: (first + later) % 2 === 0 };
      const where = `crash at ${options.crashAt.join(' and ')}`;
      const world = await deliver(options, PAGE_OPEN).catch((error: unknown) => {
        throw new Error(where, { cause: error });
      });
      await expectDeliveredOnce(world, where);
    }
  }
});

async function expectDeliveredOnce(world: SimWorld, where: string): Promise<void> {
  const results = world.conductor.heardOf('delivery.result');
  const rows = await world.rows();
  const order = world.conductor.heard
    .filter((frame) => frame.type !== 'runtime.report')
    .map((frame) => (frame.type === 'delivery.result' ? frame.status : describeReply(frame)))
    .filter((said) => said !== 'waiting' && said !== OLD_REPLY);
  expect(
    {
      sends: world.site.timesReceived(TEXT),
      results: results.map(({ status }) => status).filter((status) => status !== 'waiting'),
      order,
      outbox: rows.outbox,
      journal: rows.attempts.map(({ status }) => status),
      refused: world.conductor.refused,
      faults: world.faults,
    },
    where,
  ).toEqual({
    sends: 1,
    results: ['acked'],
    order: ['acked', 'final'],
    outbox: [],
    journal: ['finalized'],
    refused: [],
    faults: [],
  });
}

function isReplyToUs(frame: { readonly raw_text: string; readonly source: string }): boolean {
  return frame.raw_text === `Answer to: ${TEXT}` && frame.source === 'browser.final_message';
}

/** A reply of ours that went out as a mere snapshot first could not act: it must not be there. */
function describeReply(frame: {
  readonly type: string;
  readonly source?: string;
  readonly assistant_message_id?: string;
}): string {
  if (frame.assistant_message_id === 'assistant-0') return OLD_REPLY;
  return frame.source === 'browser.final_message' ? 'final' : `${frame.source}`;
}
