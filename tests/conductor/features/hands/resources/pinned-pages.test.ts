import { describe, expect, it } from 'vitest';

import { resourceWorld, type ResourceWorld, SITE } from '../../../../kit/resource-world.ts';

const DAY_MS = 86_400_000;

interface Pinned extends ResourceWorld {
  readonly id: string;
  readonly name: string;
  /** Has the executor report that the page is gone. */
  readonly goes: (more?: object) => Promise<void>;
  readonly status: () => Promise<string>;
  readonly later: (ms: number) => void;
  /** Done in the page that is there now, without the ids. */
  readonly acts: () => readonly string[];
}

async function pinnedPage(): Promise<Pinned> {
  let at = Date.now();
  const world = await resourceWorld([], { now: () => at });
  world.executor.grant(SITE, { until: at + DAY_MS });
  const { session, run, executor, browser, inbox, ask } = world;
  const id = await session();
  await run(id, 'browser.ensure', { url: `${SITE}/a`, pinned: true });
  const name = `browser_${id}_0`;
  const status = async () => (await ask<{ status: string }>('GET', `/v1/resources/${name}`)).status;
  return {
    ...world,
    id,
    name,
    status,
    later: (ms) => void (at += ms),
    acts: () => (executor.disk.pages.get(name)?.acts ?? []).map((act) => act.split(' ')[1] ?? ''),
    async goes(more = {}) {
      executor.disk.pages.delete(name);
      const gone = { status: 'closed', reason: 'The person closed its tab.' } as const;
      const held = { resource_id: name, url: null, title: null, icon: null, driver_id: 1 };
      browser.send({
        type: 'resource.report',
        complete: false,
        resources: [{ ...held, ...gone, ...more }],
        capabilities: { adapters: ['tab'], pictures: 'lent', trusted_input: false },
      });
      await inbox.allAcked();
    },
  };
}

describe('a pinned page', () => {
  it('that was closed is opened again by the next call, under its name and in its tab', async () => {
    const { id, run, goes, status, acts, ask, conductor } = await pinnedPage();
    const tabs = async () =>
      (await ask<{ items: object[] }>('GET', `/v1/tabs?session=${id}`)).items;
    const [before] = await tabs();
    await goes();
    expect(await status()).toBe('parked');
    expect(await run(id, 'browser.click', { ref: 'e1' })).toMatchObject({ status: 'succeeded' });
    expect(acts()).toEqual(['browser.ensure', 'browser.click']);
    expect(await status()).toBe('ready');
    expect(await tabs()).toMatchObject([{ ...before, last_active_at: expect.any(Number) }]);
    const parked = "select detail_json as detail from events where type = 'resource.park'";
    expect(conductor.rows(parked)).toHaveLength(1);
  });

  it('ends what waits for it, of which nothing was done, when it is closed', async () => {
    const { id, run, goes, executor, call } = await pinnedPage();
    executor.answer = () => Promise.withResolvers<object>().promise;
    const out = await run(id, 'browser.click', { ref: 'e1' }, {}, 0);
    await expect.poll(() => call(out.call_id)).toMatchObject({ status: 'dispatched' });
    const waits = await run(id, 'browser.click', { ref: 'e2' }, {}, 0);
    await goes();
    expect(await call(out.call_id)).toMatchObject({ error: { code: 'outcome_unknown' } });
    expect(await call(waits.call_id)).toMatchObject({ error: { code: 'resource_closed' } });
  });

  it('is not opened again where its person took it back, nor where the chat closed it', async () => {
    const { id, run, goes, status } = await pinnedPage();
    await goes({ for_good: true });
    expect(await status()).toBe('closed');
    const again = await run(id, 'browser.ensure', { url: `${SITE}/b`, pinned: true });
    await run(id, 'browser.closeTab');
    const refused = await run(id, 'browser.click', { resource: again.resource_id, ref: 'e1' });
    expect(refused).toMatchObject({ code: 'resource_closed' });
  });

  it('asks once where its grant has run out, and a no ends all that waits', async () => {
    const { id, run, goes, call, asked, answer, approvals, later } = await pinnedPage();
    later(DAY_MS);
    await goes();
    const waiting = [
      await run(id, 'browser.snapshot', {}, {}, 0),
      await run(id, 'browser.find', { text: 'a' }, {}, 0),
    ];
    const question = await asked();
    expect(question).toMatchObject({
      instruction: { action: expect.stringContaining('ensure') },
      subject: { origin: SITE },
    });
    await answer(question.approval_id, 'deny');
    for (const { call_id } of waiting)
      await expect.poll(() => call(call_id)).toMatchObject({ error: { code: 'not_granted' } });
    expect(await approvals()).toEqual([]);
  });

  it('that cannot be opened again says so to each call that waits, and the next one tries once more', async () => {
    const { id, run, goes, call, executor, acts, status } = await pinnedPage();
    await goes();
    const { promise, resolve } = Promise.withResolvers<void>();
    executor.answer = async ({ tool }) => {
      if (tool !== 'browser.ensure') return {};
      await promise;
      return { ok: false, error_code: 'navigation_failed', error_message: 'No such host.' };
    };
    const first = await run(id, 'browser.snapshot', {}, {}, 0);
    const second = await run(id, 'browser.click', { ref: 'e1' }, {}, 0);
    resolve();
    for (const { call_id } of [first, second])
      await expect
        .poll(() => call(call_id))
        .toMatchObject({ status: 'failed', error: { code: 'navigation_failed' } });
    executor.disk.pages.clear();
    expect(await status()).toBe('parked');
    executor.answer = () => ({});
    expect(await run(id, 'browser.snapshot')).toMatchObject({ status: 'succeeded' });
    expect(acts()).toEqual(['browser.ensure', 'browser.snapshot']);
  });

  it('is opened again for a browser that was started anew, which has none of its tabs', async () => {
    const { id, run, executor, acts, inbox } = await pinnedPage();
    executor.disk.pages.clear();
    executor.report();
    await inbox.allAcked();
    expect(await run(id, 'browser.snapshot')).toMatchObject({ status: 'succeeded' });
    expect(acts()).toEqual(['browser.ensure', 'browser.snapshot']);
  });
});
