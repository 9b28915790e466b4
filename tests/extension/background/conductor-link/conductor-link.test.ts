import { expect, test } from 'vitest';

import { CLOSE_CODES } from '../../../../shared/protocol/index.ts';
import { page } from '../builders/view.ts';
import { SimWorld } from '../simulation/sim-world.ts';

async function connected(): Promise<SimWorld> {
  const world = new SimWorld();
  await world.pair();
  await world.runUntil(() => world.conductor.connected);
  await world.pass(1_000);
  return world;
}

async function status(world: SimWorld): Promise<string> {
  let shown = '';
  const background = await world.start();
  background.watch(0, ({ link }) => {
    shown = `${link.status} ${link.error?.code ?? ''}`.trim();
  })();
  return shown;
}

test('each welcome is followed by the whole list of runtimes', async () => {
  const world = await connected();
  world.conductor.drop();
  await world.runUntil(() => world.conductor.heardOf('runtime.report').length === 2);
  expect(world.conductor.heardOf('runtime.report').map(({ complete }) => complete)).toEqual([
    true,
    true,
  ]);
});

test('a conductor of another version is told of while it is there', async () => {
  const world = await connected();
  let versions: unknown;
  const background = await world.start();
  background.watch(0, ({ link }) => (versions = link.versions));
  await world.runUntil(() => versions !== null && world.conductor.connected);
  expect(versions).toEqual({ extension: '0.1.0', conductor: '0.0.0' });
  world.conductor.drop();
  await world.runUntil(() => versions === null);
});

test('a frame of an unknown type is answered with an error, and the stream moves on', async () => {
  const world = await connected();
  const stray = { v: 1, id: 'stray', seq: 1, type: 'delivery.teleport' };
  world.conductor.sayRaw(JSON.stringify(stray));
  await world.runUntil(() => world.conductor.errors.length === 1);
  expect(world.conductor.errors).toMatchObject([{ code: 'unknown_type', ref_id: 'stray' }]);
  expect((await world.rows()).meta[0]?.in_seq).toBe(1);
  expect(world.conductor.connected).toBe(true);
});

test('a field out of shape is named by its path', async () => {
  const world = await connected();
  world.conductor.say({ type: 'delivery.cancel', job_id: 7 } as never);
  await world.runUntil(() => world.conductor.errors.length === 1);
  expect(world.conductor.errors).toMatchObject([{ code: 'malformed_frame', path: 'job_id' }]);
  await world.runUntil(() => world.conductor.unacked === 0);
});

test('a frame that comes twice takes effect once and is acked again', async () => {
  const world = await connected();
  const page = world.openPage();
  await world.runUntil(() => page.state.ready);
  const job = {
    v: 1,
    id: 'twice',
    seq: 1,
    type: 'delivery.enqueue',
    job_id: 'job-1',
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    local_conversation_id: 'lc-1',
    assistant_message_id: 'assistant-0',
    message_text: 'Once.',
    delivery_kind: 'proxy_delivery',
    attempt: 1,
    reconcile: false,
    origin: 'reply',
    start_new: false,
  };
  world.conductor.heldJobIds = ['job-1'];
  world.conductor.sayRaw(JSON.stringify(job));
  world.conductor.sayRaw(JSON.stringify(job));
  await world.pass(60_000);
  expect(world.site.timesReceived('Once.')).toBe(1);
  expect(world.conductor.heardOf('delivery.result')).toHaveLength(1);
});

test('a refused token ends the knocking, also after a restart', async () => {
  const world = await connected();
  world.conductor.turnAwayWith = CLOSE_CODES.unauthorized;
  world.conductor.drop();
  await world.runUntil(() => !world.conductor.connected);
  await world.pass(5_000);
  expect(await status(world)).toBe('offline unauthorized');
  world.conductor.turnAwayWith = null;
  world.kill();
  void world.start();
  await world.pass(120_000);
  expect(world.conductor.connected).toBe(false);
});

test('a connection that was replaced comes back, but not at once', async () => {
  const world = await connected();
  world.conductor.drop(CLOSE_CODES.replaced);
  await world.pass(50_000);
  expect(world.conductor.connected).toBe(false);
  expect(await status(world)).toBe('offline out_of_order');
  await world.pass(30_000);
  expect(world.conductor.connected).toBe(true);
});

test('a conductor that is away for an hour is found again, and gets what it missed', async () => {
  const world = await connected();
  const page = world.openPage();
  await world.runUntil(() => page.state.ready);
  await world.pass(1_000);
  world.conductor.turnAwayWith = 1006;
  world.conductor.drop();
  void page.typeAndSend('a person asks');
  await world.pass(3_600_000);
  const before = world.conductor.heardOf('browser.final_message').length;
  world.conductor.turnAwayWith = null;
  await world.runUntil(
    () => world.conductor.heardOf('browser.final_message').length === before + 1,
    60_000,
  );
  expect(world.conductor.refused).toEqual([]);
});

test('a link on which nothing is heard is given up after two intervals', async () => {
  const world = await connected();
  world.conductor.mute = true;
  await world.pass(45_000);
  expect(await status(world)).not.toBe('online');
  world.conductor.mute = false;
  await world.pass(60_000);
  expect(await status(world)).toBe('online');
});

test('unpairing forgets the token and all that was meant for that conductor', async () => {
  const world = await connected();
  const background = await world.start();
  const unpaired = background.popup({ kind: 'popup.unpair' });
  await world.pass(1_000);
  expect(await unpaired).toEqual({ ok: true });
  const rows = await world.rows();
  expect(rows.meta[0]).toMatchObject({ pairing: null, out_seq: 0, in_seq: 0 });
  expect(rows.outbox).toEqual([]);
  expect(await status(world)).toBe('unpaired');
});

test('a frame that overtook another is not taken: the next connection brings both, in order', async () => {
  const world = await connected();
  const hellos = (): number => world.conductor.heardOf('runtime.report').length;
  world.conductor.enqueue({ job_id: 'job-1' });
  await world.runUntil(() => world.conductor.unacked === 0);
  const before = hellos();
  const late = { v: 1, type: 'delivery.cancel', job_id: 'job-1' };
  world.conductor.sayRaw(JSON.stringify({ ...late, id: 'late', seq: 3 }));
  await world.runUntil(() => hellos() > before);
  expect((await world.rows()).meta[0]?.in_seq).toBe(1);
});

test('a frame of ours that the conductor finds out of order is sent again on a new connection', async () => {
  const world = await connected();
  const before = world.conductor.heardOf('runtime.report').length;
  world.conductor.sayRaw(
    JSON.stringify({
      v: 1,
      id: 'e',
      type: 'error',
      code: 'out_of_order',
      message: 'expected 2, got 3',
      path: 'seq',
      ref_id: 'x',
    }),
  );
  await world.runUntil(() => world.conductor.heardOf('runtime.report').length > before);
});

test('what needs a person elsewhere is told after each welcome, and no longer believed while offline', async () => {
  const world = new SimWorld();
  const approval = {
    platform: 'claude',
    remote_conversation_id: 'x',
    local_conversation_id: 'l',
    title: 'Elsewhere',
    page_url: null,
    approval_id: 'ap',
    kind: 'permission',
    action: 'mcp.files::read',
    params: '{}',
    risk: 'low',
    created_at: 1,
  } as const;
  world.conductor.overview = {
    approvals: [approval],
    failures: [],
    default_modes: [],
    tool_servers: [],
    rules: [],
  };
  await world.pair();
  const background = await world.start();
  const waiting = () => background.alerts().waiting;
  await world.runUntil(() => waiting() === 1);
  world.conductor.drop();
  await world.runUntil(() => waiting() === 0);
  await world.runUntil(() => waiting() === 1);
});

test('a text is asked of the conductor, and is none while it is away', async () => {
  const world = await connected();
  const background = await world.start();
  let text: string | null | undefined;
  const ask = () =>
    void background.popup({ kind: 'popup.text', job_id: 'j' }).then((answer) => {
      text = 'text' in answer ? answer.text : undefined;
    });
  ask();
  await world.runUntil(() => text !== undefined);
  expect(text).toBe('for message_ask');
  world.conductor.mute = true;
  text = undefined;
  ask();
  await world.runUntil(() => text !== undefined);
  expect(text).toBeNull();
});

test('how sites and pages stand is told after each welcome and when it changes', async () => {
  const world = await connected();
  const reports = () => world.conductor.momentary.filter(({ type }) => type === 'site.report');
  await world.runUntil(() => reports().length === 1);
  world.conductor.drop();
  await world.runUntil(() => reports().length === 2);
  const background = await world.start();
  await background.page(1, { kind: 'page.state', state: page({}) });
  await world.runUntil(() => reports().length === 3);
  expect(reports().at(-1)).toMatchObject({ pages: [{ tab_id: 1, remote_conversation_id: 'c-1' }] });
  await background.page(1, { kind: 'page.state', state: page({}) });
  await world.pass(5_000);
  expect(reports()).toHaveLength(3);
});

test('a conductor that does not take what is told at the moment is told no more of it', async () => {
  const world = await connected();
  const background = await world.start();
  const grows = () =>
    background.page(1, {
      kind: 'page.progress',
      platform: 'chatgpt',
      remote_conversation_id: 'c-1',
      characters: 1,
      for_ms: 0,
      ended: false,
    });
  const told = () => world.conductor.momentary.filter(({ type }) => type === 'reply.progress');
  await grows();
  await world.runUntil(() => told().length === 1);
  world.conductor.takesMomentary = false;
  await grows();
  await world.runUntil(() => told().length === 2);
  await world.pass(100);
  await grows();
  await world.pass(1_000);
  expect(told()).toHaveLength(2);
  expect(world.conductor.connected).toBe(true);
});
