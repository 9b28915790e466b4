import { expect, it } from 'vitest';

import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import {
  deliveryResult,
  runtimeReport,
  sitePage,
  siteReport,
  siteTold,
  tell,
} from '../../../../../kit/browser-frames.ts';
import { runConductor } from '../../../../../kit/running-conductor.ts';

type Site = ResponseOf<'listPlatforms'>['items'][number];

it('every site that a browser knows stands with its permission, its pages and what came of deliveries', async () => {
  const conductor = await runConductor();
  const sites = async (): Promise<readonly Site[]> =>
    ((await (await conductor.admin('GET', '/v1/platforms')).json()) as ResponseOf<'listPlatforms'>)
      .items;
  const one = async (platform: string) => (await sites()).find((it) => it.platform === platform);
  expect(await sites()).toEqual([]);

  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport([{ remote_conversation_id: 'a', title: 'Tea' }]));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: 'Hello.' });
  const sent = await inbox.first('delivery.enqueue');
  browser.send(deliveryResult(sent, 'failed', { error_code: 'delivery_uncertain' }));
  await inbox.allAcked();
  const known = [siteTold(), siteTold({ platform: 'poe', allowed: false, evidence: 'documented' })];
  tell(browser, siteReport({ sites: known, pages: [sitePage({ remote_conversation_id: 'a' })] }));
  await expect
    .poll(async () => (await sites()).map(({ platform }) => platform))
    .toEqual(['chatgpt', 'poe']);
  expect(await one('chatgpt')).toEqual({
    platform: 'chatgpt',
    health: 'ok',
    health_since: expect.any(Number),
    health_seen_at: expect.any(Number),
    sought: null,
    checks: { composer: 'ok', stream: 'unknown', turns: 'unknown', ids: 'unknown' },
    evidence: 'recorded',
    can: { replay: false, history: true, begin: true },
    default_mode: 'manual',
    conversations: 1,
    delivered_24h: 0,
    failed_24h: { delivery_uncertain: 1 },
    browsers: [
      {
        client_id: expect.any(String),
        extension_version: expect.any(String),
        allowed: true,
        on: true,
        begins: false,
        pages: [
          {
            tab_id: 41,
            local_conversation_id: id,
            conversation_title: 'Tea',
            ready: true,
            draft: false,
            problem: null,
          },
        ],
      },
    ],
  });
  expect(await one('poe')).toMatchObject({
    health: 'unknown',
    health_since: null,
    evidence: 'documented',
    browsers: [{ allowed: false, pages: [] }],
  });

  const problem = { code: 'adapter_drift', text: 'The composer was not found.' } as const;
  const checks = { composer: 'failed', stream: 'ok', turns: 'ok', ids: 'ok' } as const;
  tell(browser, siteReport({ sites: known, pages: [sitePage({ problem, checks })] }));
  await expect.poll(async () => (await one('chatgpt'))?.health).toBe('drift');
  expect((await one('chatgpt'))?.sought).toBe('The composer was not found.');
  // What the last page showed stays known when it is closed, and when its browser goes.
  tell(browser, siteReport({ sites: known }));
  await expect.poll(async () => (await one('chatgpt'))?.browsers[0]?.pages).toEqual([]);
  expect((await one('chatgpt'))?.health).toBe('drift');
  browser.close();
  await expect
    .poll(async () => (await sites()).map(({ platform }) => platform))
    .toEqual(['chatgpt']);
  expect(await one('chatgpt')).toMatchObject({ health: 'drift', browsers: [], conversations: 1 });
});

it('a browser that tells of sites without end has those least told of forgotten, and no memory filled', async () => {
  const conductor = await runConductor();
  const { browser } = await conductor.browser();
  const checks = {
    composer: 'unknown',
    stream: 'unknown',
    turns: 'unknown',
    ids: 'unknown',
  } as const;
  const health = async (platform: string) => {
    const shown = await conductor.admin('GET', '/v1/platforms');
    const { items } = (await shown.json()) as ResponseOf<'listPlatforms'>;
    return items.find((it) => it.platform === platform)?.health;
  };
  /** Reports a page with unknown checks, and returns the health kept from before. */
  const known = async (platform: string) => {
    tell(browser, siteReport({ pages: [sitePage({ platform, checks })] }));
    await expect.poll(() => health(platform)).toBeDefined();
    return health(platform);
  };
  tell(browser, siteReport({ pages: [sitePage({ platform: 'first' })] }));
  expect(await known('first')).toBe('ok');
  for (let report = 0; report < 6; report += 1) {
    const pages = Array.from({ length: 200 }, (_none, n) =>
      sitePage({ platform: `other-${200 * report + n}` }),
    );
    tell(browser, siteReport({ pages }));
  }
  expect(await known('other-1199')).toBe('ok');
  expect(await known('first')).toBe('unknown');
});
