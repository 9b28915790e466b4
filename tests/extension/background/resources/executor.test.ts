import { describe, expect, test } from 'vitest';

import { SecretValues } from '../../../../shared/lib/secret-values.ts';
import type { FrameOf } from '../../../../shared/protocol/index.ts';
import { SimWorld } from '../simulation/sim-world.ts';

const SITE = 'https://orders.example';
const CHAT = 'lc-1';
const RESOURCE = `browser_${CHAT}_0`;

async function connected(
  options: ConstructorParameters<typeof SimWorld>[0] = {},
): Promise<SimWorld> {
  const world = new SimWorld(options);
  await world.pair();
  await world.runUntil(() => world.conductor.connected);
  await world.pass(1_000);
  return world;
}

async function allow(
  world: SimWorld,
  wish: {
    readonly level?: 'read' | 'act';
    readonly chat?: string | null;
    readonly origin?: string;
  } = {},
): Promise<unknown> {
  const { level = 'act', chat = CHAT, origin = SITE } = wish;
  const rest = { chat_session_id: chat, level, until: 'session' } as const;
  const background = await world.start();
  return world.clock.busy(background.popup({ kind: 'popup.allow_work', origin, ...rest }));
}

let calls = 0;

function say(world: SimWorld, frame: Partial<FrameOf<'tool.call'>>): string {
  const call_id = frame.call_id ?? `call-${++calls}`;
  world.conductor.say({
    type: 'tool.call',
    chat_session_id: CHAT,
    resource_id: RESOURCE,
    tool: 'browser.click',
    args: { ref: 'e1' },
    attempt: 1,
    reconcile: false,
    deadline_ms: 15_000,
    level: 'act',
    expect: null,
    attachments: [],
    ...frame,
    call_id,
  });
  return call_id;
}

async function resultOf(world: SimWorld, callId: string): Promise<FrameOf<'tool.result'>> {
  const find = (): FrameOf<'tool.result'> | undefined =>
    world.conductor.heardOf('tool.result').find((frame) => frame.call_id === callId);
  await world.runUntil(() => find() !== undefined);
  const found = find();
  if (found === undefined) throw new Error('no result');
  return found;
}

const OPENING = { tool: 'browser.ensure', args: { url: `${SITE}/list` }, level: 'read' } as const;

const ensure = (world: SimWorld, url = `${SITE}/list`): Promise<FrameOf<'tool.result'>> =>
  resultOf(world, say(world, { tool: 'browser.ensure', args: { url }, level: 'read' }));

describe('a browser that chats may work in', () => {
  test('says nothing of itself before a person has allowed anything', async () => {
    const world = await connected();
    expect(world.conductor.heardOf('resource.report')).toEqual([]);
    await allow(world);
    await world.runUntil(() => world.conductor.heardOf('grant.change').length === 1);
    expect(world.conductor.heardOf('resource.report')).toMatchObject([
      { complete: true, resources: [], capabilities: { adapters: ['tab'] } },
    ]);
    expect(world.conductor.heardOf('grant.change')).toMatchObject([
      { complete: false, grants: [{ origin: SITE, chat_session_id: CHAT, level: 'act' }] },
    ]);
  });

  test('opens, reads and acts where the chat may, one call after another', async () => {
    const world = await connected();
    await allow(world);
    expect(await ensure(world)).toMatchObject({
      ok: true,
      result: { url: `${SITE}/list`, driver_id: 1 },
      origins: [SITE],
    });
    const snapshot = say(world, {
      tool: 'browser.snapshot',
      args: { max_chars: 6_000 },
      level: 'read',
    });
    const clicks = [say(world, {}), say(world, {})];
    expect(await resultOf(world, snapshot)).toMatchObject({
      ok: true,
      result: { snapshot: 's1', text: expect.stringContaining('e1 button "Count"') as string },
      page: { doc: 'd1' },
    });
    expect(await resultOf(world, clicks[0] ?? '')).toMatchObject({ result: { clicked: 1 } });
    expect(await resultOf(world, clicks[1] ?? '')).toMatchObject({ result: { clicked: 2 } });
  });

  test('opens tabs in one window of their own, or behind the others, as the call says', async () => {
    const world = await connected();
    await allow(world);
    const open = (index: number, work_window?: 'own' | 'beside') =>
      resultOf(
        world,
        say(world, {
          ...OPENING,
          resource_id: `browser_${CHAT}_${index}`,
          ...(work_window && { work_window }),
        }),
      );
    for (const [index, where] of ([undefined, 'own', 'beside', 'own'] as const).entries())
      expect(await open(index, where)).toMatchObject({ ok: true });
    expect([...world.workTabs.windows.values()]).toEqual([null, 1, null, 1]);
  });

  test('leaves out of an answer what a page made too long for any frame, and goes on', async () => {
    const world = await connected();
    await allow(world);
    await ensure(world);
    world.workTabs.links = [`${SITE}/${'x'.repeat(9_000_000)}`];
    const told = await resultOf(
      world,
      say(world, { tool: 'browser.snapshot', args: {}, level: 'read' }),
    );
    expect(told).toMatchObject({
      ok: true,
      result: { text: expect.stringContaining('too many') as string },
    });
    expect(JSON.stringify(told).length).toBeLessThan(10_000);
    expect(await resultOf(world, say(world, {}))).toMatchObject({ ok: true });
  });

  test.for([
    ['another site', { origin: 'https://other.example' }],
    ['another chat', { chat: 'lc-2' }],
  ] as const)('opens nothing for what is allowed for %s', async ([, wish]) => {
    const world = await connected();
    await allow(world, wish);
    expect(await ensure(world)).toMatchObject({ ok: false, error_code: 'not_granted' });
    expect(world.workTabs.tabs.size).toBe(0);
  });

  test('does nothing in a site that the chat may read', async () => {
    const world = await connected();
    await allow(world, { level: 'read' });
    await ensure(world);
    expect(await resultOf(world, say(world, {}))).toMatchObject({ error_code: 'not_granted' });
    expect(world.workTabs.clicks).toBe(0);
  });

  test('leaves a page alone that leads to a site that is not allowed, and does not say where it is', async () => {
    const world = await connected();
    await allow(world);
    world.workTabs.redirects.set(`${SITE}/out`, 'https://bank.example/canary');
    const result = await ensure(world, `${SITE}/out`);
    expect(result).toMatchObject({ ok: false, error_code: 'not_granted', page: null });
    expect(JSON.stringify(await resultOf(world, say(world, {})))).not.toContain('canary');
    expect(world.workTabs.clicks).toBe(0);
  });

  test('stops where a person takes back what they allowed', async () => {
    const world = await connected();
    await allow(world);
    await ensure(world);
    const [grant] = (await world.rows()).grants;
    const background = await world.start();
    const end = { kind: 'popup.end_work', grant_id: grant?.grant_id ?? '' } as const;
    await world.clock.busy(background.popup(end));
    expect(await resultOf(world, say(world, {}))).toMatchObject({ error_code: 'not_granted' });
    expect(world.workTabs.clicks).toBe(0);
  });

  test.for([
    'https://chatgpt.com',
    'https://chatgpt.com.',
    'http://127.0.0.1:7717',
    'http://localhost.:7717',
    'https://addons.mozilla.org',
    'https://addons.mozilla.org.',
  ])('never works in %s, whoever allows it', async (origin) => {
    const world = await connected();
    expect(await allow(world, { origin, chat: null })).toMatchObject({
      ok: false,
      code: 'origin_forbidden',
    });
    expect(await ensure(world, `${origin}/`)).toMatchObject({ error_code: 'origin_forbidden' });
    expect(world.workTabs.tabs.size).toBe(0);
  });

  test('begins nothing while it is to hold, and goes on after it', async () => {
    const world = await connected();
    await allow(world);
    await ensure(world);
    const mark = { type: 'resource.mark', resource_id: RESOURCE, chat_session_id: CHAT } as const;
    world.conductor.say({ ...mark, title: null, colour: 'purple', hold: true });
    const call = say(world, {});
    await world.pass(5_000);
    expect(world.workTabs.clicks).toBe(0);
    world.conductor.say({ ...mark, title: null, colour: 'purple', hold: false });
    expect(await resultOf(world, call)).toMatchObject({ ok: true });
  });

  test('begins nothing once the person stopped it, with no conductor too, until they say so', async () => {
    const world = await connected();
    await allow(world);
    await ensure(world);
    const background = await world.start();
    await world.clock.busy(background.popup({ kind: 'popup.stop_work', stop: true }));
    await world.runUntil(() =>
      world.conductor
        .heardOf('resource.report')
        .some(({ resources }) => resources[0]?.status === 'held'),
    );
    const call = say(world, {});
    world.conductor.drop();
    await world.pass(60_000);
    expect(world.workTabs.clicks).toBe(0);
    await world.clock.busy(background.popup({ kind: 'popup.stop_work', stop: false }));
    expect(await resultOf(world, call)).toMatchObject({ ok: true, result: { clicked: 1 } });
  });

  test('stops with all chats that a person pauses at once', async () => {
    const world = await connected();
    await allow(world);
    await ensure(world);
    const background = await world.start();
    await world.clock.busy(background.pause('all'));
    say(world, {});
    await world.pass(5_000);
    expect(world.workTabs.clicks).toBe(0);
  });

  test('closes what was opened, and tells of what the person closed', async () => {
    const world = await connected();
    await allow(world);
    await ensure(world);
    const [tabId = 0] = world.workTabs.tabs.keys();
    const background = await world.start();
    await world.clock.busy(background.pageGone(tabId, true));
    await world.runUntil(() => world.conductor.heardOf('resource.report').length === 2);
    expect(world.conductor.heardOf('resource.report')[1]).toMatchObject({
      complete: false,
      resources: [{ resource_id: RESOURCE, status: 'closed' }],
    });
    expect(await resultOf(world, say(world, {}))).toMatchObject({ error_code: 'resource_closed' });
    await ensure(world);
    world.conductor.say({ type: 'resource.close', resource_id: RESOURCE });
    await world.runUntil(() => world.workTabs.tabs.size === 1);
  });
});

describe('a tab that a person lends', () => {
  const LENT = `browser_${CHAT}_7`;

  async function lent(world: SimWorld, url = `${SITE}/list`): Promise<number> {
    const tabId = world.workTabs.show(url);
    const background = await world.start();
    const lend = {
      kind: 'popup.lend_tab',
      tab_id: tabId,
      origin: SITE,
      chat_session_id: CHAT,
    } as const;
    expect(await world.clock.busy(background.popup(lend))).toEqual({ ok: true });
    await world.runUntil(() => world.conductor.heardOf('resource.offer').length === 1);
    const [offer] = world.conductor.heardOf('resource.offer');
    const { offer_id = '' } = offer ?? {};
    world.conductor.say({ type: 'resource.adopt', offer_id, resource_id: LENT, reason: null });
    await world.runUntil(() => reportsOf(world, LENT).length === 1);
    return tabId;
  }
  const reportsOf = (world: SimWorld, id: string) =>
    world.conductor
      .heardOf('resource.report')
      .flatMap(({ resources }) => resources.filter(({ resource_id }) => resource_id === id));

  test('is offered, gets its name, and is acted in without a grant', async () => {
    const world = await connected();
    await lent(world);
    expect(world.conductor.heardOf('resource.offer')).toMatchObject([
      { chat_session_id: CHAT, origin_kind: 'lent', url: `${SITE}/list` },
    ]);
    const click = say(world, { resource_id: LENT });
    expect(await resultOf(world, click)).toMatchObject({ ok: true });
    expect((await world.rows()).offers).toEqual([]);
  });

  test('works for nobody once it has left its site, whatever is granted there', async () => {
    const world = await connected();
    await allow(world, { origin: 'https://other.example' });
    const tabId = await lent(world);
    world.workTabs.show('https://other.example/', tabId);
    const background = await world.start();
    await world.clock.busy(background.pageLoaded(tabId));
    await world.runUntil(() => reportsOf(world, LENT).at(-1)?.status === 'closed');
    expect(await resultOf(world, say(world, { resource_id: LENT }))).toMatchObject({
      error_code: 'resource_closed',
    });
    expect(world.workTabs.tabs.has(tabId)).toBe(true);
  });

  test.for(['resource.close', 'popup.give_back'] as const)(
    'is given back by %s, and never closed',
    async (how) => {
      const world = await connected();
      const tabId = await lent(world);
      if (how === 'resource.close') world.conductor.say({ type: how, resource_id: LENT });
      else await world.clock.busy((await world.start()).popup({ kind: how, resource_id: LENT }));
      expect(await resultOf(world, say(world, { resource_id: LENT }))).toMatchObject({
        error_code: 'resource_closed',
      });
      expect(world.workTabs.tabs.has(tabId)).toBe(true);
    },
  );

  test('is told as gone for good where the person takes it back, and not where they close it', async () => {
    const world = await connected();
    await allow(world);
    await ensure(world);
    const background = await world.start();
    const told = () => reportsOf(world, RESOURCE).at(-1);
    const give = { kind: 'popup.give_back', resource_id: RESOURCE } as const;
    await world.clock.busy(background.popup(give));
    await world.runUntil(() => told()?.status === 'closed');
    expect(told()).toMatchObject({ for_good: true });
    const again = `browser_${CHAT}_1`;
    await resultOf(world, say(world, { ...OPENING, resource_id: again }));
    const [tabId] = [...world.workTabs.tabs.keys()].slice(-1);
    if (tabId === undefined) throw new Error('no tab');
    await world.clock.busy(background.pageGone(tabId, true));
    await world.runUntil(() => reportsOf(world, again).at(-1)?.status === 'closed');
    expect(reportsOf(world, again).at(-1)).not.toHaveProperty('for_good');
  });

  test('is told as closed where it is gone before it has its name', async () => {
    const world = await connected();
    const tabId = world.workTabs.show(SITE);
    const background = await world.start();
    const lend = {
      kind: 'popup.lend_tab',
      tab_id: tabId,
      origin: SITE,
      chat_session_id: CHAT,
    } as const;
    await world.clock.busy(background.popup(lend));
    await world.runUntil(() => world.conductor.heardOf('resource.offer').length === 1);
    const [offer] = world.conductor.heardOf('resource.offer');
    await world.clock.busy(background.pageGone(tabId, true));
    const { offer_id = '' } = offer ?? {};
    world.conductor.say({ type: 'resource.adopt', offer_id, resource_id: LENT, reason: null });
    await world.runUntil(() => reportsOf(world, LENT).at(-1)?.status === 'closed');
    expect((await world.rows()).held).toEqual([]);
  });

  test('is not lent of a chat site, nor twice', async () => {
    const world = await connected();
    const chat = world.workTabs.show('https://chatgpt.com/c/1');
    const background = await world.start();
    const lend = {
      kind: 'popup.lend_tab',
      tab_id: chat,
      origin: SITE,
      chat_session_id: CHAT,
    } as const;
    expect(await world.clock.busy(background.popup(lend))).toMatchObject({
      code: 'origin_forbidden',
    });
    const tab_id = await lent(world);
    expect(await world.clock.busy(background.popup({ ...lend, tab_id }))).toMatchObject({
      code: 'invalid_transition',
    });
    // Its page went on while the popup stood open over it.
    const gone = { ...lend, tab_id: world.workTabs.show('https://bank.example/') };
    expect(await world.clock.busy(background.popup(gone))).toMatchObject({ code: 'page_changed' });
  });
});

test('one tab that the person stopped stays so through a restart, while others work', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  const other = `browser_${CHAT}_1`;
  const args = { url: `${SITE}/two` };
  const opens = say(world, { tool: 'browser.ensure', args, level: 'read', resource_id: other });
  expect(await resultOf(world, opens)).toMatchObject({ ok: true });
  const stop = { kind: 'popup.stop_tab', resource_id: RESOURCE } as const;
  await world.clock.busy((await world.start()).popup({ ...stop, stop: true }));
  world.kill();
  await world.start();
  await world.runUntil(() => world.conductor.connected);
  const waits = say(world, {});
  expect(await resultOf(world, say(world, { resource_id: other }))).toMatchObject({ ok: true });
  await world.pass(5_000);
  expect(world.workTabs.clicks).toBe(1);
  const told = world.conductor.heardOf('resource.report').findLast(({ complete }) => complete);
  expect(told?.resources).toMatchObject([{ status: 'held' }, { status: 'ready' }]);
  await world.clock.busy((await world.start()).popup({ ...stop, stop: false }));
  expect(await resultOf(world, waits)).toMatchObject({ ok: true });
});

test('a tab at work bears the name of its chat, in its page where the chat may read, until it works no more', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  const [tabId = 0] = world.workTabs.tabs.keys();
  const mark = () => world.workTabs.marks.get(tabId);
  await world.runUntil(() => mark()?.inPage === true);
  expect(mark()).toMatchObject({ title: null, isStopped: false, group: { beside: null } });
  world.conductor.say({
    type: 'resource.mark',
    resource_id: RESOURCE,
    chat_session_id: CHAT,
    title: 'A program',
    colour: 'purple',
    hold: false,
  });
  await world.runUntil(() => mark()?.title === 'A program');
  const background = await world.start();
  await world.clock.busy(background.stopHere(tabId));
  await world.runUntil(() => mark()?.isStopped === true);
  world.workTabs.show('https://other.example/', tabId);
  await world.clock.busy(background.pageLoaded(tabId));
  await world.runUntil(() => mark()?.inPage === false);
  world.conductor.say({ type: 'resource.close', resource_id: RESOURCE });
  await world.runUntil(() => mark() === null);
});

test('a value that a page tells nowhere is told of no later page, dialog or window of its tab', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  const values = new SecretValues('1234567.7654321');
  values.note('hunter7canary');
  world.workTabs.secrets = values.told();
  world.workTabs.reports.push({
    dialogs: [{ kind: 'alert', message: 'It is hunter7canary', accepted: true }],
    opens: [`${SITE}/new?k=hunter7canary`],
  });
  await resultOf(world, say(world, {}));
  world.workTabs.secrets = [];
  const args = { url: `${SITE}/next?k=hunter7canary` };
  const went = await resultOf(world, say(world, { tool: 'browser.navigate', args }));
  expect(went.result).toMatchObject({ url: `${SITE}/next?k=[hidden]` });
  expect(world.conductor.heardOf('resource.offer')).toHaveLength(1);
  const told = ['tool.result', 'resource.offer', 'resource.report'] as const;
  for (const type of told)
    expect(JSON.stringify(world.conductor.heardOf(type))).not.toContain('hunter7');
});

test('what a page asks and opens is told, cut to size, and followed where the chat may work alone', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  world.workTabs.reports.push({
    dialogs: [{ kind: 'confirm', message: 'x'.repeat(9_000), accepted: 'yes' }, null, { kind: 1 }],
    opens: [`${SITE}/new`, 'https://other.example/', 'javascript:1', 7],
  });
  const call = say(world, {});
  await world.runUntil(() => world.conductor.heardOf('resource.offer').length === 1);
  const [offer] = world.conductor.heardOf('resource.offer');
  expect(offer).toMatchObject({ origin_kind: 'opened', opener_resource_id: RESOURCE });
  const adopt = { type: 'resource.adopt', offer_id: offer?.offer_id ?? '', reason: null } as const;
  world.conductor.say({ ...adopt, resource_id: `browser_${CHAT}_9` });
  const { result } = await resultOf(world, call);
  expect(result).toMatchObject({
    dialogs: [{ kind: 'confirm', message: 'x'.repeat(500), accepted: false }],
    opened: [
      { url: `${SITE}/new`, resource: `browser_${CHAT}_9` },
      { url: 'https://other.example/', not_allowed: true },
      { url: 'javascript:1', not_allowed: true },
    ],
  });
  expect(world.workTabs.tabs.size).toBe(2);
});

test('a picture is of the page that the chat may read, and of none that came in between', async () => {
  const world = await connected();
  await allow(world, { level: 'read' });
  await ensure(world);
  const ask = { tool: 'browser.screenshot', level: 'read', args: {} } as const;
  expect(await resultOf(world, say(world, ask))).toMatchObject({
    error_code: 'picture_unavailable',
  });
  world.workTabs.picture = 'data:image/png;base64,UElD';
  expect(await resultOf(world, say(world, ask))).toMatchObject({
    ok: true,
    result: { mime: 'image/png' },
    attachments: [{ name: 'screenshot.png', mime: 'image/png', data_base64: 'UElD' }],
  });
  world.workTabs.onPicture = (tabId) => world.workTabs.show('https://bank.example/', tabId);
  const away = await resultOf(world, say(world, ask));
  expect(away).toMatchObject({ error_code: 'page_changed', attachments: [] });
  expect(await resultOf(world, say(world, ask))).toMatchObject({ error_code: 'not_granted' });
});

test('with its pairing all that was asked of its tabs ends, and the tabs are the person’s', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  const background = await world.start();
  await world.clock.busy(background.popup({ kind: 'popup.stop_work', stop: true }));
  say(world, {});
  await world.pass(1_000);
  expect((await world.rows()).calls.map(({ state }) => state)).toEqual(['ended', 'queued']);
  await world.clock.busy(background.popup({ kind: 'popup.unpair' }));
  await world.clock.busy(background.popup({ kind: 'popup.stop_work', stop: false }));
  await world.pass(60_000);
  expect(world.workTabs.clicks).toBe(0);
  expect(await world.rows()).toMatchObject({ calls: [], held: [], offers: [], outbox: [] });
  expect(world.workTabs.tabs.size).toBe(1);
});

test('pictures and files of a call are kept until the conductor has its result, and no longer', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  world.workTabs.picture = 'data:image/png;base64,UElD';
  const call_id = say(world, {
    tool: 'browser.screenshot',
    level: 'read',
    args: {},
    attachments: [{ name: 'list.txt', mime: 'text/plain', data_base64: 'RklM' }],
  });
  expect((await resultOf(world, call_id)).attachments).toHaveLength(1);
  await world.pass(1_000);
  expect((await world.rows()).outbox).toEqual([]);
  const [row] = (await world.rows()).calls.filter((one) => one.call_id === call_id);
  expect(row).toMatchObject({ state: 'ended', result: { ok: true } });
  expect(JSON.stringify(row)).not.toMatch(/UElD|RklM/);
});

test('a snapshot since another tells what changed, or all of it where that is not kept', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  const ask = (since?: string): Promise<FrameOf<'tool.result'>> => {
    const args = since === undefined ? {} : { since };
    return resultOf(world, say(world, { tool: 'browser.snapshot', level: 'read', args }));
  };
  await ask();
  expect((await ask('s1')).result?.['text']).toMatch(/changes since s1\)\n\(no line changed\)$/);
  expect((await ask('s1')).result?.['text']).toMatch(
    /s1 is not kept: all of it\)\ne1 button "Count"/,
  );
});

test('a call ends soon where a dialog holds the page', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  world.workTabs.isHeldUp = true;
  const before = world.clock.now();
  expect(await resultOf(world, say(world, {}))).toMatchObject({ error_code: 'dialog_open' });
  expect(world.clock.now() - before).toBeLessThan(4_000);
});

test('a click is made once, at whatever moment the background dies', async () => {
  let boundaries = 1;
  for (let at = 1; at <= boundaries; at += 1) {
    const world = await connected({ crashAt: [at] });
    await allow(world);
    await ensure(world);
    world.arm();
    const result = await resultOf(world, say(world, {}));
    boundaries = Math.max(boundaries, world.boundaries.length);
    expect
      .soft(world.workTabs.clicks, `died at ${world.boundaries[at - 1]}`)
      .toBeLessThanOrEqual(1);
    const isTrue = result.ok
      ? world.workTabs.clicks === 1
      : result.error_code === 'outcome_unknown';
    expect
      .soft(isTrue, `died at ${world.boundaries[at - 1]}: ${JSON.stringify(result)}`)
      .toBe(true);
  }
  expect(boundaries).toBeGreaterThan(5);
});

test.for([
  ['before', 0, { ok: false, error_code: 'page_changed' }],
  ['meanwhile', 1, { ok: false, error_code: 'outcome_unknown' }],
  ['after', 1, { ok: true, result: { changed: { url: `${SITE}/list/next`, left: true } } }],
] as const)(
  'a click whose page goes away (%s) is told as what is known of it',
  async ([leaves, clicks, told]) => {
    const world = await connected();
    await allow(world);
    await ensure(world);
    world.workTabs.leaves = leaves;
    expect(await resultOf(world, say(world, {}))).toMatchObject(told);
    expect(world.workTabs.clicks).toBe(clicks);
  },
);

test('a click whose tab the person closes behind it is told as done', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  const [tabId = 0] = world.workTabs.tabs.keys();
  const background = await world.start();
  world.workTabs.onActed = () => {
    world.workTabs.tabs.delete(tabId);
    void background.pageGone(tabId, true);
  };
  const told = { ok: true, result: { changed: { left: true } } };
  expect(await resultOf(world, say(world, {}))).toMatchObject(told);
  expect(world.workTabs.clicks).toBe(1);
});

test('a click whose page says nothing any more after its tab was closed is one of which nobody knows', async () => {
  const world = await connected();
  await allow(world);
  await ensure(world);
  const [tabId = 0] = world.workTabs.tabs.keys();
  const background = await world.start();
  world.workTabs.isHeldUp = true;
  const callId = say(world, {});
  await world.pass(200);
  await world.clock.busy(background.pageGone(tabId, true));
  const told = { ok: false, error_code: 'outcome_unknown' };
  expect(await resultOf(world, callId)).toMatchObject(told);
});
