import { expect, it } from 'vitest';

import { workerOrigin } from '../../../../../shared/model/worker-origin.ts';
import { resourceWorld, type ResourceWorld, SITE } from '../../../../kit/resource-world.ts';
import { newExecutorDisk, SimulatedExecutor } from '../../../../kit/simulated-executor.ts';

const OTHER = 'https://elsewhere.example.org';

/** A worker whose person named a browser, in which chats may work on one site. */
async function withWorker(): Promise<ResourceWorld & { readonly worker: SimulatedExecutor }> {
  const world = await resourceWorld([]);
  const { browser, inbox } = await world.conductor.browser({
    origin: workerOrigin('5'.repeat(32)),
  });
  const worker = new SimulatedExecutor(browser, newExecutorDisk(), ['cdp']);
  worker.browsers = [{ name: 'work', adapter: 'cdp', origins: [SITE] }];
  worker.report();
  await inbox.allAcked();
  return { ...world, worker };
}

it('a browser that a worker has a name for is chosen by it, and its sites are not asked about', async () => {
  const { worker, session, run, ask, approvals } = await withWorker();
  const id = await session();
  const opened = await run(id, 'browser.ensure', { url: `${SITE}/a`, in: 'work' });
  expect(opened).toMatchObject({ status: 'succeeded', risk: 'low' });
  expect(await run(id, 'browser.click', { ref: 'e1' })).toMatchObject({ status: 'succeeded' });
  expect(worker.disk.pages.size).toBe(1);
  expect(await ask('GET', `/v1/resources/${opened.resource_id}`)).toMatchObject({ adapter: 'cdp' });
  expect(await approvals()).toEqual([]);
});

it('any other site there is asked about, and so is that site in another browser of the worker', async () => {
  const { session, run, asked, answer, approvals } = await withWorker();
  const id = await session();
  const places = [
    { url: `${OTHER}/a`, in: 'work' },
    { url: `${SITE}/a`, in: 'cdp' },
  ];
  for (const place of places) {
    await run(id, 'browser.ensure', place, {}, 0);
    const { approval_id, subject } = await asked();
    expect(subject).toMatchObject({ origin: new URL(place.url).origin });
    await answer(approval_id, 'deny');
  }
  expect(await approvals()).toEqual([]);
});

it('a name that no worker has is told with those that there are', async () => {
  const { session, run } = await withWorker();
  const refused = await run(await session(), 'browser.ensure', { url: SITE, in: 'home' });
  expect(refused).toMatchObject({ code: 'no_executor' });
  expect(JSON.stringify(refused)).toContain('tab, cdp, bidi, work');
});

it('the setting worker_origins lets new sites be opened unasked, or refuses them', async () => {
  const { session, run, ask, approvals, worker } = await withWorker();
  const id = await session();
  const place = { url: `${OTHER}/a`, in: 'cdp' };
  const decide = (worker_origins: string) =>
    ask('PATCH', '/v1/settings', { resources: { worker_origins } });
  await decide('deny');
  expect(await run(id, 'browser.ensure', place)).toMatchObject({
    status: 'failed',
    error: { code: 'not_granted' },
  });
  expect(worker.disk.pages.size).toBe(0);
  await decide('run');
  expect(await run(id, 'browser.ensure', place)).toMatchObject({ status: 'succeeded' });
  expect(await approvals()).toEqual([]);
  // An address of this machine is asked about all the same.
  const own = await run(id, 'browser.ensure', { url: 'http://127.0.0.1:9/', in: 'cdp' });
  expect(own.risk).toBe('high');
});

it('the setting work_window says where a tab that a browser opens is to stand, and no worker is told', async () => {
  const { session, run, ask, executor, inbox } = await withWorker();
  executor.grant(SITE);
  const id = await session();
  await run(id, 'browser.ensure', { url: `${SITE}/a` });
  await ask('PATCH', '/v1/settings', { resources: { work_window: 'beside' } });
  await run(id, 'browser.ensure', { url: `${SITE}/b` });
  expect(inbox.of('tool.call').map((call) => call.work_window)).toEqual(['own', 'beside']);
});
