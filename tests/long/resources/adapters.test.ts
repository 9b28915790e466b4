import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ADAPTER_CASES } from '../../kit/resource-pages/adapter-cases.ts';
import {
  ADAPTERS,
  type AdapterWorld,
  openAdapter,
} from '../../kit/resource-pages/adapter-pages.ts';

test('T8: the pages are sixty or more', () => {
  expect(ADAPTER_CASES.filter(({ isClosed }) => !isClosed).length).toBeGreaterThanOrEqual(60);
});

describe.for(ADAPTERS)('T8: what %s makes of a page is what all do', (adapter) => {
  let world: AdapterWorld;
  beforeAll(async () => {
    world = await openAdapter(adapter);
  });
  afterAll(() => world?.end());

  // A worker's script has no way into a closed root (docs/reference/resources.md).
  const cases = ADAPTER_CASES.filter(({ isClosed }) => !isClosed || adapter.endsWith('tab'));

  test.for(cases)('$fact', async ({ html, check }) => {
    const page = await world.open(html);
    await check(page);
    page.close();
  });
});
