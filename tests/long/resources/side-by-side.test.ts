import { expect, it } from 'vitest';

import { resourceWorld, SITE } from '../../kit/resource-world.ts';

// Each asks over HTTP as a program does.
it('T3: runs 200 calls of three sessions on four pages: one at a time on each, side by side on all, none crossed', async () => {
  const { session, run, executor } = await resourceWorld();
  const sessions = [await session('a'), await session('b'), await session('c')];
  const pages = sessions.map((id) => ({ id, resource: `browser_${id}_0` }));
  for (const { id } of pages) await run(id, 'browser.ensure', { url: `${SITE}/${id}` });
  const [first = ''] = sessions;
  await run(first, 'browser.ensure', { url: `${SITE}/second` });
  pages.push({ id: first, resource: `browser_${first}_1` });

  const acting = new Set<string>();
  let most = 0;
  const { promise: two, resolve: another } = Promise.withResolvers<void>();
  executor.answer = async ({ resource_id }) => {
    acting.add(resource_id);
    most = Math.max(most, acting.size);
    // The first waits for one on another page: were they run one after another, it would wait for ever.
    if (acting.size > 1) another();
    await two;
    acting.delete(resource_id);
    return {};
  };
  const asked = new Map<string, string[]>(pages.map(({ resource }) => [resource, []]));
  const made = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const { id, resource } = pages[at % pages.length] ?? { id: '', resource: '' };
      const call = await run(
        id,
        'browser.click',
        { ref: `e${String(at + 1)}` },
        { resource },
        30_000,
      );
      expect(call).toMatchObject({ status: 'succeeded', resource_id: resource });
      asked.get(resource)?.push(call.call_id);
      return call.call_id;
    }),
  );
  expect(new Set(made).size).toBe(200);
  expect(executor.overlaps).toBe(0);
  expect(most).toBeGreaterThan(1);
  for (const [resource, calls] of asked) {
    const acts = executor.disk.pages.get(resource)?.acts ?? [];
    const clicked = acts
      .filter((act) => act.endsWith('click'))
      .map((act) => act.replace(/ .*/, ''));
    expect(clicked.toSorted()).toEqual(calls.toSorted());
  }
});
