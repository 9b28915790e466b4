import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { FindResult } from '../../../extension/messages/resource-messages.ts';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { orderRows } from '../../kit/resource-pages/order-rows.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';

describe.for(BROWSER_NAMES)('a very long page in %s', (name) => {
  let lab: ResourceLab;

  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  test('a page of 55,000 elements stands still for no longer than a slice', async () => {
    const page = await lab.open(`<table>${orderRows(5_000)}</table>`);
    await page.page.evaluate(() => {
      const scope = window as unknown as { longest: number };
      scope.longest = 0;
      let last = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        scope.longest = Math.max(scope.longest, performance.now() - last);
        last = performance.now();
        port2.postMessage(null);
      };
      port2.postMessage(null);
    });
    const found = await page.get<FindResult>({ verb: 'find', args: { text: 'order #5999' } });
    expect(found.lines).toEqual([
      'table',
      expect.stringMatching(/^ row: .*e\d+ link "Order #5999"/),
    ]);
    const longest = await page.page.evaluate(
      () => (window as unknown as { longest: number }).longest,
    );
    expect(longest).toBeLessThan(1_500);
  });
});
