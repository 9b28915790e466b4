import { expect, test } from 'vitest';

import type { PlayedPage } from '../../../../chaos/world/played-page.ts';
import { SimWorld, type WorldOptions } from '../simulation/sim-world.ts';

const TEXT = 'The result.';

async function worldWithPage(
  options: Partial<WorldOptions> = {},
): Promise<{ world: SimWorld; page: PlayedPage }> {
  const world = new SimWorld(options);
  await world.pair();
  const page = world.openPage();
  await world.runUntil(() => page.state.ready && world.conductor.connected);
  await world.pass(1_000);
  return { world, page };
}

function results(world: SimWorld): string[] {
  return world.conductor
    .heardOf('delivery.result')
    .map(({ attempt, status, error_code }) => `${attempt} ${status} ${error_code ?? ''}`.trim());
}

function finals(world: SimWorld): string[] {
  return world.conductor
    .heardOf('browser.final_message')
    .map(({ source, raw_text }) => `${source}: ${raw_text}`);
}

test('a draft is told once, kept, and the delivery goes out when it is gone', async () => {
  const { world, page } = await worldWithPage();
  page.setDraft(true);
  await world.pass(500);
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.pass(120_000);
  expect(results(world)).toEqual(['1 waiting draft_present']);
  expect(world.site.timesReceived(TEXT)).toBe(0);
  expect(page.state.draft).toBe(true);
  page.setDraft(false);
  await world.runUntil(() => results(world).includes('1 acked'));
  expect(results(world)).toEqual(['1 waiting draft_present', '1 acked']);
});

test('nothing is begun in a conversation that was switched off, until it is on again', async () => {
  const { world, page } = await worldWithPage();
  const state = (mode: 'auto' | 'paused') =>
    world.conductor.say({
      type: 'conversation.state',
      platform: page.state.platform,
      remote_conversation_id: page.state.remote_conversation_id ?? '',
      aliases: [],
      local_conversation_id: 'lc-1',
      mode,
      draining: false,
      pause_reason: null,
      title: null,
      jobs: [],
      approvals: [],
      renewal: null,
      parked_until: null,
    });
  page.setDraft(true);
  await world.pass(500);
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length > 0);
  state('paused');
  await world.pass(500);
  page.setDraft(false);
  await world.pass(120_000);
  expect(world.site.timesReceived(TEXT)).toBe(0);
  state('auto');
  await world.runUntil(() => results(world).includes('1 acked'));
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('a second page without a draft is used instead of waiting', async () => {
  const { world, page } = await worldWithPage();
  page.setDraft(true);
  const other = world.openPage();
  await world.runUntil(() => other.state.ready);
  await world.pass(500);
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length > 0);
  expect(results(world)).toEqual(['1 acked']);
  expect(world.conductor.heardOf('delivery.result')[0]?.diagnostic?.tab_id).toBe(other.tabId);
});

test('the tab in front is left alone where another one can serve', async () => {
  const { world, page } = await worldWithPage();
  const behind = world.openPage();
  await world.runUntil(() => behind.state.ready);
  world.activeTabId = page.tabId;
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length > 0);
  expect(world.conductor.heardOf('delivery.result')[0]?.diagnostic?.tab_id).toBe(behind.tabId);
});

test('a closed conversation is opened again in a new tab', async () => {
  const { world, page } = await worldWithPage();
  world.closePage(page.tabId);
  await world.pass(1_000);
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => finals(world).some((said) => said.startsWith('browser.')));
  expect(world.site.timesReceived(TEXT)).toBe(1);
  expect(world.pages.size).toBe(1);
});

test('the same job and attempt again is acted on once and answered again', async () => {
  const { world } = await worldWithPage();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length === 1);
  world.conductor.enqueue({ job_id: 'job-1' });
  world.conductor.enqueue({ job_id: 'job-1', attempt: 2, reconcile: true });
  await world.pass(60_000);
  expect(results(world)).toEqual(['1 acked', '1 acked', '2 acked']);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('a newer dispatch while the page is sending is carried on, not sent again', async () => {
  const { world } = await worldWithPage();
  world.arm();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => world.boundaries.includes('after ask attempt.send'));
  world.conductor.enqueue({ job_id: 'job-1', attempt: 2, reconcile: true });
  await world.pass(60_000);
  expect(results(world)).toEqual(['2 acked']);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('a job of unknown outcome is looked for before it is sent, and found', async () => {
  const { world } = await worldWithPage();
  world.site.receive(TEXT, 'sent-by-another-browser');
  world.conductor.enqueue({ job_id: 'job-1', attempt: 2, reconcile: true });
  await world.runUntil(() => finals(world).some((said) => said.includes('Answer to')));
  expect(results(world)).toEqual(['2 acked']);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('what a site kept and answered with an error is acked, and has no reply', async () => {
  const { world } = await worldWithPage();
  world.site.fails = true;
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length === 2);
  expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
  expect(finals(world).filter((said) => said.startsWith('browser.'))).toEqual([]);
  world.site.fails = false;
  world.conductor.enqueue({ job_id: 'job-2', message_text: 'And this.' });
  await world.runUntil(() => finals(world).some((said) => said.includes('And this.')));
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('a job of unknown outcome that is provably absent is sent', async () => {
  const { world } = await worldWithPage();
  world.conductor.enqueue({ job_id: 'job-1', attempt: 2, reconcile: true });
  await world.runUntil(() => finals(world).some((said) => said.includes('Answer to')));
  expect(results(world)).toEqual(['2 acked']);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('where nobody can tell, a person is asked and nothing is sent', async () => {
  const { world } = await worldWithPage();
  world.conductor.enqueue({
    job_id: 'job-1',
    attempt: 2,
    reconcile: true,
    assistant_message_id: 'not-shown-any-more',
  });
  await world.runUntil(() => results(world).length > 0);
  await world.pass(60_000);
  expect(results(world)).toEqual(['2 failed delivery_uncertain']);
  expect(world.site.timesReceived(TEXT)).toBe(0);
});

test('a human check after the message left leaves its outcome to a person', async () => {
  const { world } = await worldWithPage();
  world.site.challenge = 'unknown';
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length > 0);
  expect(results(world)).toEqual(['1 failed delivery_uncertain']);
  // They pass the check, the site takes what it held, and the job is tried again.
  world.site.challenge = null;
  world.site.receive(TEXT, 'held-back');
  world.conductor.enqueue({ job_id: 'job-1', attempt: 2, reconcile: true });
  await world.runUntil(() => results(world).length > 1);
  expect(results(world)).toEqual(['1 failed delivery_uncertain', '2 acked']);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('a human check instead of taking the message is told as what it is', async () => {
  const { world } = await worldWithPage();
  world.site.challenge = 'no';
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length > 0);
  await world.pass(60_000);
  expect(results(world)).toEqual(['1 failed challenge_required']);
  expect(world.site.timesReceived(TEXT)).toBe(0);
});

test('a text sent twice on purpose is sent twice', async () => {
  const { world } = await worldWithPage();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => finals(world).length === 2);
  world.conductor.enqueue({ job_id: 'job-2' });
  await world.runUntil(() => results(world).length === 2);
  expect(world.site.timesReceived(TEXT)).toBe(2);
});

test('a cancelled delivery that waits for a draft is not sent when the draft goes', async () => {
  const { world, page } = await worldWithPage();
  page.setDraft(true);
  await world.pass(500);
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length === 1);
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1' });
  await world.pass(500);
  page.setDraft(false);
  await world.pass(60_000);
  expect(results(world)).toEqual(['1 waiting draft_present']);
  expect(world.site.timesReceived(TEXT)).toBe(0);
});

test('a cancel that comes before the request leaves stops it', async () => {
  const { world } = await worldWithPage();
  world.arm();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => world.boundaries.includes('after ask attempt.send'));
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1' });
  await world.pass(60_000);
  expect(results(world)).toEqual([]);
  expect(world.site.timesReceived(TEXT)).toBe(0);
});

test('a job that another browser may have by now is spoken for by the one that sent it', async () => {
  const { world } = await worldWithPage({ replyTakesMs: 24 * 60 * 60_000 });
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).includes('1 acked'));
  const [page] = world.pages.keys();
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1' });
  await world.pass(1_000);
  world.closePage(page ?? 0);
  await world.pass(120_000);
  expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
});

test('a reply that nobody waits for is stopped by the page that sent, once', async () => {
  const { world } = await worldWithPage();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).includes('1 acked'));
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1', stop_reply: true });
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1', stop_reply: true });
  await world.pass(60_000);
  expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
  expect(world.site.stopped).toHaveLength(1);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('a reply is stopped as well whose message leaves while the word to stop it comes', async () => {
  const { world } = await worldWithPage();
  world.arm();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => world.site.timesReceived(TEXT) === 1);
  expect(results(world)).toEqual([]);
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1', stop_reply: true });
  await world.runUntil(() => world.site.stopped.length === 1);
  await world.pass(60_000);
  expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
});

test('a reply whose page shows the button late is stopped then', async () => {
  const { world } = await worldWithPage({ replyTakesMs: 24 * 60 * 60_000 });
  world.site.stopButtonAfterMs = 60_000;
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).includes('1 acked'));
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1', stop_reply: true });
  await world.pass(50_000);
  expect(world.site.stopped).toEqual([]);
  await world.pass(60_000);
  expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
  expect(world.site.stopped).toHaveLength(1);
});

test.each(['the page is loaded anew', 'the background dies', 'the conductor dies'] as const)(
  'a reply is stopped though %s after the word to stop it came',
  async (what) => {
    const { world, page } = await worldWithPage({ replyTakesMs: 24 * 60 * 60_000 });
    world.site.stopButtonAfterMs = 5_000;
    world.conductor.enqueue({ job_id: 'job-1' });
    await world.runUntil(() => results(world).includes('1 acked'));
    world.arm();
    world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1', stop_reply: true });
    const asked = 'after ask attempt.stop';
    await world.runUntil(() => world.boundaries.includes(asked));
    if (what === 'the page is loaded anew') await world.reloadPage(page.tabId);
    if (what === 'the background dies') world.kill();
    if (what === 'the conductor dies') world.conductor.drop();
    await world.pass(60_000);
    expect(world.site.stopped).toHaveLength(1);
    expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
  },
);

test('a page that was loading when the word to stop its reply came is asked when it is there', async () => {
  const { world, page } = await worldWithPage({ replyTakesMs: 24 * 60 * 60_000 });
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).includes('1 acked'));
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1', stop_reply: true });
  await world.reloadPage(page.tabId);
  await world.runUntil(() => world.site.stopped.length === 1);
  await world.pass(60_000);
  expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
});

test('a reply that has come is not stopped', async () => {
  const { world } = await worldWithPage();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => finals(world).length === 2);
  world.conductor.say({ type: 'delivery.cancel', job_id: 'job-1', stop_reply: true });
  await world.pass(60_000);
  expect(world.site.stopped).toEqual([]);
  expect(results(world)).toEqual(['1 acked']);
});

test('jobs another browser may have by now are given up', async () => {
  const { world, page } = await worldWithPage();
  page.setDraft(true);
  await world.pass(500);
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length === 1);
  world.conductor.heldJobIds = [];
  world.conductor.drop();
  await world.pass(5_000);
  page.setDraft(false);
  await world.pass(60_000);
  expect(world.site.timesReceived(TEXT)).toBe(0);
  expect((await world.rows()).attempts.map(({ status }) => status)).toEqual(['failed']);
});

test('a request that is held when the link goes down does not leave before it is back', async () => {
  const { world } = await worldWithPage();
  world.arm();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => world.boundaries.includes('after ask attempt.send'));
  world.conductor.turnAwayWith = 1006;
  world.conductor.drop();
  await world.pass(60_000);
  expect(world.site.timesReceived(TEXT)).toBe(0);
  world.conductor.turnAwayWith = null;
  await world.runUntil(() => results(world).includes('1 acked'));
  await world.pass(60_000);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('no page is touched while the link is down', async () => {
  const { world } = await worldWithPage();
  world.conductor.enqueue({ job_id: 'job-1' });
  world.conductor.turnAwayWith = 1006;
  world.conductor.drop();
  world.arm();
  await world.pass(60_000);
  expect(world.boundaries.filter((label) => label.includes('ask attempt.'))).toEqual([]);
});

test.each([
  { namesTurns: true, namesReplies: true },
  { namesTurns: false, namesReplies: false },
])(
  'a page that reloads before the reply is over brings it home as ours ($namesTurns)',
  async (traits) => {
    const { world, page } = await worldWithPage({ traits });
    world.conductor.enqueue({ job_id: 'job-1' });
    await world.runUntil(() => results(world).includes('1 acked'));
    await world.reloadPage(page.tabId);
    await world.runUntil(() => finals(world).length > 1);
    await world.pass(300_000);
    expect(finals(world)).toEqual([
      'snapshot: Do @conductor::time',
      `browser.final_message: Answer to: ${TEXT}`,
    ]);
    expect(world.pages.size).toBe(1);
  },
);

test('a reply that a lost page was to bring, and that never shows, is given up after a minute at rest', async () => {
  const { world, page } = await worldWithPage({ replyTakesMs: 24 * 60 * 60_000 });
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).includes('1 acked'));
  world.closePage(page.tabId);
  await world.pass(55_000);
  expect(results(world)).toEqual(['1 acked']);
  await world.pass(60_000);
  expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('a delivery whose page is closed, and cannot be opened again, says what brings it back', async () => {
  const { world, page } = await worldWithPage({ hasAddress: false });
  world.closePage(page.tabId);
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).length > 0);
  expect(world.conductor.heardOf('delivery.result')).toMatchObject([
    {
      error_code: 'missing_route',
      error_message: expect.stringContaining(`Open ${page.state.url} so that it shows`),
    },
  ]);
});

test('a reply that a lost page was to bring is given up within a minute where no page of it can be opened', async () => {
  const { world, page } = await worldWithPage({ hasAddress: false, replyTakesMs: 60_000 });
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).includes('1 acked'));
  world.closePage(page.tabId);
  await world.pass(10_000);
  expect(results(world)).toEqual(['1 acked']);
  await world.pass(50_000);
  expect(results(world)).toEqual(['1 acked', '1 failed no_reply']);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});

test('a tab closed while the reply is written is opened again for it', async () => {
  const { world, page } = await worldWithPage();
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => results(world).includes('1 acked'));
  world.closePage(page.tabId);
  await world.runUntil(() => finals(world).length > 1);
  await world.pass(300_000);
  expect(finals(world).slice(1)).toEqual([`browser.final_message: Answer to: ${TEXT}`]);
  expect(world.site.timesReceived(TEXT)).toBe(1);
});
