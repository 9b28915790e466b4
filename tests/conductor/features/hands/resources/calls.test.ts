import { describe, expect, it } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { workerOrigin } from '../../../../../shared/model/worker-origin.ts';
import { asking } from '../../../../kit/browser-frames.ts';
import { resourceWorld, SITE } from '../../../../kit/resource-world.ts';
import { runConductor } from '../../../../kit/running-conductor.ts';
import { newExecutorDisk, SimulatedExecutor } from '../../../../kit/simulated-executor.ts';

describe('a program', () => {
  it('is named in the tabs that it works in, and a chat by its browser itself', async () => {
    const { session, run, inbox, conversation, says } = await resourceWorld();
    const id = await session('Report');
    await run(id, 'browser.ensure', { url: `${SITE}/a` });
    const { title, resource_id } = await inbox.first('resource.mark');
    expect([title, resource_id]).toEqual(['Report', `browser_${id}_0`]);
    await conversation('c-1');
    says('c-1', asking(`@browser::ensure::{"url":"${SITE}/a"}`));
    await inbox.first('delivery.enqueue');
    expect(inbox.of('resource.mark')).toHaveLength(1);
  });

  it('T1, AC1: opens a page, acts on it by its active tab, and reads what its tabs are', async () => {
    const { session, run, executor } = await resourceWorld();
    const id = await session();
    expect(await run(id, 'browser.ensure', { url: `${SITE}/a` })).toMatchObject({
      status: 'succeeded',
      resource_id: `browser_${id}_0`,
    });
    const clicked = await run(id, 'browser::click', { ref: 'e12' });
    expect(clicked).toMatchObject({ status: 'succeeded', resource_id: `browser_${id}_0` });
    expect(executor.disk.pages.get(`browser_${id}_0`)?.acts).toEqual([
      expect.stringMatching(/browser\.ensure$/),
      `${clicked.call_id} browser.click`,
    ]);
    const shown = await run(id, 'browser.snapshot');
    const tabs = JSON.parse((await run(id, 'browser.tabs')).result?.text ?? '');
    const [tab] = tabs.tabs;
    expect(tab).toEqual({
      id: expect.stringMatching(/^t_.{12}$/),
      driver_id: 1,
      url: `${SITE}/a`,
      title: `Page at ${SITE}/a`,
      active: true,
    });
    const { url, title } = tab;
    expect(tabs).toEqual({ url, title, active_tab_id: tab.id, tabs: [tab] });
    // What stands above it is not said again.
    const state = { active_tab_id: tab.id, tabs: [{ active: true }] };
    expect(JSON.parse(shown.result?.text.split('\nstate ')[1] ?? '')).toEqual(state);
    const extracted = await run(id, 'browser.extract');
    const [heading, json] = extracted.result?.text.split('\n') ?? [];
    expect(heading).toBe('## Current Browser State');
    expect(JSON.parse(json ?? '')).toEqual({ url, title, ...state });
    await run(id, 'browser.ensure', { url: `${SITE}/b` });
    const first = await run(id, 'browser.snapshot');
    expect(JSON.parse(first.result?.text.split('\nstate ')[1] ?? '').tabs).toEqual([
      { active: true, driver_id: 1 },
      { id: expect.any(String), driver_id: 2, url: `${SITE}/b`, title: `Page at ${SITE}/b` },
    ]);
  });

  it('T2, AC2, AC3: switches to another tab, and its next click lands there; one that is not there binds nothing', async () => {
    const { session, run, executor } = await resourceWorld();
    const id = await session();
    await run(id, 'browser.ensure', { url: `${SITE}/a` });
    await run(id, 'browser.ensure', { url: `${SITE}/b` });
    const second = executor.disk.pages.get(`browser_${id}_1`);
    const missing = await run(id, 'browser.switchTab', { tab: 99 });
    expect(missing).toMatchObject({ code: 'tab_not_found' });
    expect(JSON.stringify(missing)).toContain(`${SITE}/b`);
    await run(id, 'browser.click', { ref: 'e1' });
    expect(second?.acts).toHaveLength(1);
    const switched = await run(id, 'browser.switch_tab', { tab: 2 });
    expect(JSON.parse(switched.result?.text ?? '')).toMatchObject({
      driver_id: 2,
      tab: { url: `${SITE}/b`, active: true },
    });
    await run(id, 'browser.click', { ref: 'e1' });
    expect(second?.acts).toHaveLength(2);
  });

  it('closes the active tab, and goes on in the one that was active before', async () => {
    const { session, run, executor, ask } = await resourceWorld();
    const id = await session();
    await run(id, 'browser.ensure', { url: `${SITE}/a` });
    await run(id, 'browser.ensure', { url: `${SITE}/b` });
    await run(id, 'browser.closeTab');
    const { items } = await ask<{ items: object[] }>('GET', `/v1/tabs?session=${id}`);
    expect(items).toMatchObject([{ resource_id: `browser_${id}_1`, active: true }]);
    await run(id, 'browser.click', { ref: 'e1' });
    expect([...executor.disk.pages.keys()]).toEqual([`browser_${id}_1`]);
  });

  it('is shown its calls where data of a result is named as its files are, and long texts cut in a list', async () => {
    const { session, run, executor, ask } = await resourceWorld();
    const id = await session();
    const text = 'x'.repeat(30_000);
    for (const attachments of [5, [null], [{ name: 'a', mime: 'b', data_base64: { length: 3 } }]]) {
      executor.answer = () => ({ result: { attachments, text } });
      const opened = await run(id, 'browser.ensure', { url: `${SITE}/a` });
      expect(opened).toMatchObject({ status: 'succeeded', result: { text } });
    }
    const { items } = await ask<{ items: { result: { text: string } }[] }>('GET', '/v1/calls');
    expect(items.map(({ result }) => result.text.length)).toEqual([20_000, 20_000, 20_000]);
  });

  it('opens no page that has no site, and none of a shop for extensions', async () => {
    const { session, run, executor } = await resourceWorld();
    const id = await session();
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a:b@example.org/',
      'https://addons.mozilla.org/x',
    ])
      expect(await run(id, 'browser.ensure', { url })).toMatchObject({ code: 'origin_forbidden' });
    expect(executor.disk.pages.size).toBe(0);
  });

  it('cannot reach the conductor itself, nor a page of another session', async () => {
    const { session, run, conductor, executor } = await resourceWorld();
    const [mine, other] = [await session(), await session()];
    const own = conductor.url.replace('127.0.0.1', 'localhost');
    expect(await run(mine, 'browser.ensure', { url: own })).toMatchObject({
      code: 'origin_forbidden',
    });
    await run(other, 'browser.ensure', { url: `${SITE}/a` });
    expect(
      await run(mine, 'browser.click', { resource: `browser_${other}_0`, ref: 'e1' }),
    ).toMatchObject({ code: 'no_resource' });
    expect(executor.disk.pages.get(`browser_${other}_0`)?.acts).toHaveLength(1);
  });

  it('has at most eight pages', async () => {
    const { session, run, executor } = await resourceWorld();
    const id = await session();
    for (let at = 0; at < 8; at += 1) await run(id, 'browser.ensure', { url: `${SITE}/${at}` });
    const ninth = await run(id, 'browser.ensure', { url: `${SITE}/8` });
    expect(ninth).toMatchObject({ status: 'failed', error: { code: 'quota_resources' } });
    expect(executor.disk.pages.size).toBe(8);
  });
});

describe('stop', () => {
  it('of one page cancels what is asked of it, and nothing of another', async () => {
    const { session, run, ask, call, executor } = await resourceWorld();
    const id = await session();
    await run(id, 'browser.ensure', { url: `${SITE}/a` });
    await run(id, 'browser.ensure', { url: `${SITE}/b` });
    const { promise, resolve } = Promise.withResolvers<void>();
    executor.answer = async () => (await promise, {});
    const resource = `browser_${id}_0`;
    const of = async (name: string) =>
      (await run(id, 'browser.snapshot', {}, { resource: name }, 0)).call_id;
    await of(resource);
    const mine = await of(resource);
    const other = await of(`browser_${id}_1`);
    const stopped = await ask('POST', '/v1/resources/stop', { resource });
    expect(stopped).toMatchObject({ cancelled: 2 });
    expect(await call(mine)).toMatchObject({ error: { code: 'cancelled' } });
    resolve();
    await expect.poll(() => call(other)).toMatchObject({ status: 'succeeded' });
  });
});

describe('the settings of resources', () => {
  it('hold at once: how much is open, and how much waits', async () => {
    const { session, run, ask, executor } = await resourceWorld();
    const id = await session();
    const patch = { resources: { max_browser: 1, max_queued_of_session: 1 } };
    await ask('PATCH', '/v1/settings', patch);
    expect(await run(id, 'browser.ensure', { url: `${SITE}/a` })).toMatchObject({
      status: 'succeeded',
    });
    const second = await run(id, 'browser.ensure', { url: `${SITE}/b` });
    expect(second.error?.text).toMatch(/at most 1 of browser/);
    const { promise, resolve } = Promise.withResolvers<void>();
    executor.answer = async () => (await promise, {});
    await run(id, 'browser.snapshot', {}, {}, 0);
    const queued = await run(id, 'browser.snapshot', {});
    expect(queued.error).toMatchObject({ code: 'quota_resources' });
    resolve();
    const refused = await ask<{ field: string }>('PATCH', '/v1/settings', {
      resources: { max_browser: 0 },
    });
    expect(refused.field).toBe('body.resources.max_browser');
  });
});

describe('an action of a reply', () => {
  it('acts in the tab to which an action before it in the same reply switches', async () => {
    const { executor, conversation, says } = await resourceWorld();
    const id = await conversation('c-1');
    const opening = [
      `@browser::ensure::{"url":"${SITE}/a"}`,
      `@browser::ensure::{"url":"${SITE}/b"}`,
    ];
    says('c-1', asking([...opening, '@browser::snapshot'].join('\n')));
    const acts = (at: number): readonly string[] =>
      (executor.disk.pages.get(`browser_${id}_${at}`)?.acts ?? []).map(
        (act) => act.split(' ')[1] ?? '',
      );
    await expect.poll(() => acts(0)).toEqual(['browser.ensure', 'browser.snapshot']);
    says(
      'c-1',
      asking('@browser::switchTab::{"index":1}\n@browser::extract\n@browser::find::{"text":"a"}'),
    );
    await expect.poll(() => acts(1)).toEqual(['browser.ensure', 'browser.extract', 'browser.find']);
    expect(acts(0)).toHaveLength(2);
    // Of what is closed before its turn nothing waits: what reads goes on in the tab that is active then.
    says('c-1', asking('@browser::closeTab\n@browser::find::{"text":"a"}'));
    await expect
      .poll(() => acts(0))
      .toEqual(['browser.ensure', 'browser.snapshot', 'browser.find']);
  });

  it('puts an artifact of its chat into a page, byte by byte, and none of another', async () => {
    const { conductor, executor, conversation, says, asked, answer, session, run, ask } =
      await resourceWorld();
    await conversation('c-1');
    const data_base64 = Buffer.from([0, 255, 10, 13]).toString('base64');
    const uploaded = Promise.withResolvers<unknown>();
    executor.answer = ({ tool, attachments }) => {
      if (tool === 'browser.upload') uploaded.resolve(attachments);
      const files = [{ name: 'picture.png', mime: 'image/png', data_base64 }];
      return tool === 'browser.screenshot' ? { result: {}, attachments: files } : {};
    };
    says('c-1', asking(`@browser::ensure::{"url":"${SITE}/a"}\n@browser::screenshot`));
    const artifacts = () =>
      conductor.rows<{ id: string }>('select artifact_id as id from artifacts');
    await expect.poll(() => artifacts().length).toBe(1);
    const artifactId = artifacts()[0]?.id ?? '';
    says('c-1', asking(`@browser::upload::{"selector":"input","artifacts":["${artifactId}"]}`));
    await answer((await asked()).approval_id, 'approve');
    expect(await uploaded.promise).toEqual([
      { name: 'picture.png', mime: 'image/png', data_base64 },
    ]);
    await conversation('c-2');
    says('c-2', asking(`@browser::ensure::{"url":"${SITE}/c"}`));
    await expect.poll(() => executor.disk.pages.size).toBe(2);
    says('c-2', asking(`@browser::upload::{"selector":"input","artifacts":["${artifactId}"]}`));
    await answer((await asked()).approval_id, 'approve');
    const failed = "select error_text as text from resource_calls where status = 'failed'";
    const text = `args.artifacts: this chat has no artifact ${artifactId}.`;
    await expect.poll(() => conductor.rows(failed)).toEqual([{ text }]);
    const other = await session();
    await run(other, 'browser.ensure', { url: `${SITE}/b` });
    const args = { selector: 'input', artifacts: [artifactId] };
    const refused = await run(other, 'browser.upload', args);
    expect(refused.error).toEqual({
      code: 'invalid_params',
      text,
    });
    expect((await ask<{ attempt: number }>('GET', `/v1/calls/${refused.call_id}`)).attempt).toBe(0);
    expect(await run(other, 'browser.snapshot')).toMatchObject({ status: 'succeeded' });
  });

  it('is a call of its own id, and its result goes back into the chat', async () => {
    const { conductor, inbox, executor, conversation, says } = await resourceWorld();
    await conversation('c-1');
    says('c-1', asking(`@browser::ensure::{"url":"${SITE}/a"}\n@driver::browser.snapshot`));
    const delivery = await inbox.first('delivery.enqueue');
    expect(delivery.message_text).toContain('e12 button "Save"');
    expect(delivery.message_text).toContain('active_tab_id');
    expect(
      conductor.rows(
        `select i.instruction_id = c.call_id as same, i.status, c.status as call
         from resource_calls c join instructions i on i.instruction_id = c.instruction_id`,
      ),
    ).toEqual([
      { same: 1, status: 'succeeded', call: 'succeeded' },
      { same: 1, status: 'succeeded', call: 'succeeded' },
    ]);
    expect(executor.disk.pages.size).toBe(1);
  });

  it('is judged by the name that its words mean, and by the site it acts on', async () => {
    const { conductor, inbox, conversation, says, ask } = await resourceWorld();
    await conversation('c-1');
    await ask('POST', '/v1/policy/rules', {
      tool: 'browser::ensure',
      params: { 'page.origin': SITE },
      decision: 'deny',
      reason: 'Not there.',
    });
    says('c-1', asking(`@driver::browser.ensure::{"url":"${SITE}/a"}`));
    const delivery = await inbox.first('delivery.enqueue');
    expect(delivery.message_text).toContain('action_denied');
    expect(delivery.message_text).toContain('Not there.');
    expect(conductor.rows('select * from resources')).toEqual([]);
  });
});

it('ends by the word of the browser that holds its page alone', async () => {
  const { conductor, executor, session, run, call } = await resourceWorld();
  const id = await session();
  await run(id, 'browser.ensure', { url: `${SITE}/a` });
  const { promise: later, resolve: goOn } = Promise.withResolvers<object>();
  executor.answer = () => later;
  const made = await run(id, 'browser.click', { ref: 'e1' }, {}, 0);
  const other = await conductor.browser({
    origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  });
  other.browser.send({
    type: 'tool.result',
    call_id: made.call_id,
    resource_id: `browser_${id}_0`,
    attempt: 1,
    ok: true,
    result: { text: 'not its page' },
    attachments: [],
    error_code: null,
    error_message: null,
    begun: true,
    page: null,
    origins: [],
  });
  expect(await other.inbox.first('error')).toMatchObject({ code: 'not_held', path: 'call_id' });
  expect(await call(made.call_id)).toMatchObject({ status: 'dispatched' });
  goOn({});
  await expect.poll(() => call(made.call_id)).toMatchObject({ status: 'succeeded' });
});

it('of which no answer came in time says where to look, by what it was given to', async () => {
  let at = Date.now();
  const { conductor, session, run, call } = await resourceWorld([], { now: () => at });
  const worker = await conductor.browser({ origin: workerOrigin('5'.repeat(32)) });
  const executor = new SimulatedExecutor(worker.browser, newExecutorDisk(), ['cdp', 'pty']);
  executor.report();
  await worker.inbox.allAcked();
  const id = await session();
  await run(id, 'terminal.open');
  await run(id, 'browser.ensure', { in: 'cdp' });
  executor.answer = () => Promise.withResolvers<object>().promise;
  const commanded = await run(id, 'terminal.run', { command: 'true' }, {}, 0);
  const clicked = await run(id, 'browser.click', { ref: 'e1' }, {}, 0);
  for (const { call_id } of [commanded, clicked])
    await expect.poll(() => call(call_id)).toMatchObject({ status: 'dispatched' });
  at += 600_000;
  const text = async ({ call_id }: { call_id: string }) => (await call(call_id)).error?.text;
  await expect.poll(() => text(commanded)).toMatch(/given to the terminal,.*Look at the terminal/);
  await expect.poll(() => text(clicked)).toMatch(/given to the page,.*Look at the page/);
});

it('is cancelled before it begins when its conversation is paused, and nothing of it is done', async () => {
  const { conductor, inbox, executor, conversation, says } = await resourceWorld();
  const id = await conversation('c-1');
  says('c-1', asking(`@browser::ensure::{"url":"${SITE}/a"}`));
  await inbox.first('delivery.enqueue');
  const { promise: later, resolve: goOn } = Promise.withResolvers<object>();
  executor.answer = () => later;
  says('c-1', asking('@browser::click::{"role":"link","name":"first"}'));
  await inbox.first('tool.call', ({ tool }) => tool === 'browser.click');
  says('c-1', asking('@browser::click::{"role":"link","name":"second"}'));
  const clicks = () =>
    conductor.rows(
      `select json_extract(args_json, '$.name') as which, status, error_code as code
       from resource_calls where tool = 'browser.click' order by created_at`,
    );
  await expect.poll(clicks).toMatchObject([{ status: 'dispatched' }, { status: 'queued' }]);
  await conductor.setMode(id, 'paused');
  await expect.poll(clicks).toEqual([
    { which: 'first', status: 'dispatched', code: null },
    { which: 'second', status: 'failed', code: 'cancelled' },
  ]);
  goOn({});
  await expect.poll(clicks).toMatchObject([{ status: 'succeeded' }, { status: 'failed' }]);
  const [page] = executor.disk.pages.values();
  expect(page?.acts.filter((act) => act.endsWith('click'))).toHaveLength(1);
});

it('closes its pages and forgets its calls with the conversation', async () => {
  const { conductor, inbox, executor, conversation, says, ask } = await resourceWorld();
  const id = await conversation('c-1');
  says('c-1', asking(`@browser::ensure::{"url":"${SITE}/a"}`));
  await inbox.first('delivery.enqueue');
  await ask('DELETE', `/v1/conversations/${id}`);
  await inbox.first('resource.close');
  expect(executor.disk.pages.size).toBe(0);
  for (const table of ['chat_sessions', 'resources', 'resource_tabs', 'resource_calls'])
    expect(conductor.rows(`select * from ${table}`)).toEqual([]);
});

it('offers nothing of it where no browser can hold pages', async () => {
  const conductor = await runConductor();
  const { items } = (await (
    await conductor.admin('GET', '/v1/tools')
  ).json()) as ResponseOf<'listTools'>;
  const ofPages = items.filter(({ target }) => target === 'browser').map(({ id }) => id);
  // That one is for agents, and needs none.
  expect(ofPages).toEqual(['browser::open-url']);
});
