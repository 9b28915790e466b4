import { expect, it } from 'vitest';

import { runtimeReport, sitePage, siteReport, tell } from '../../../../kit/browser-frames.ts';
import { runConductor } from '../../../../kit/running-conductor.ts';

it('what a connected browser can do for its conversations is listed as it said last', async () => {
  const conductor = await runConductor();
  const list = async () =>
    (await (await conductor.admin('GET', '/v1/runtimes')).json()) as {
      readonly items: readonly Readonly<Record<string, unknown>>[];
      readonly total: number;
    };
  const { browser, inbox } = await conductor.browser();
  browser.send(
    runtimeReport([
      { remote_conversation_id: 'a', title: 'Tea', freshness: 'fresh' },
      { remote_conversation_id: 'b', runtime_status: 'missing_template' },
    ]),
  );
  await inbox.allAcked();
  const { items, total } = await list();
  expect(total).toBe(2);
  expect(items).toEqual([
    {
      client_id: expect.any(String),
      local_conversation_id: expect.any(String),
      conversation_title: 'Tea',
      platform: 'chatgpt',
      status: 'ready',
      freshness: 'fresh',
      tabs: [],
    },
    expect.objectContaining({ status: 'missing_template', freshness: null }),
  ]);

  tell(browser, siteReport({ pages: [sitePage({ tab_id: 41, remote_conversation_id: 'a' })] }));
  await expect.poll(async () => (await list()).items[0]?.['tabs']).toEqual([41]);

  browser.send(runtimeReport([{ remote_conversation_id: 'b', runtime_status: 'ready' }]));
  await inbox.allAcked();
  expect((await list()).items.map(({ status }) => status)).toEqual(['ready']);
  browser.close();
  await expect.poll(async () => (await list()).total).toBe(0);
});
