import { describe, expect, test } from 'vitest';

import {
  recordRuntimes,
  wholeReport,
} from '../../../../extension/background/runtime/record-runtimes.ts';
import type { View } from '../../../../extension/background/storage/row-store.ts';
import type { PageState } from '../../../../extension/messages/page-messages.ts';
import { conversationKey } from '../../../../shared/model/conversation-key.ts';
import { attempt, NOW, page, runtime, view } from '../builders/view.ts';

const C1 = { platform: 'chatgpt', remote_conversation_id: 'c-1' };

function record(
  rows: View,
  pages: readonly PageState[],
  details: Partial<Parameters<typeof recordRuntimes>[1]> = {},
) {
  const change = recordRuntimes(rows, {
    pages: new Map(pages.map((state, index) => [index + 1, state])),
    touched: [C1],
    goneTabIds: [],
    binding: null,
    report: true,
    startable: { platforms: [], news: false },
    now: NOW,
    ...details,
  });
  return {
    runtimes: change.put?.runtimes ?? [],
    removed: change.remove?.runtimes ?? [],
    told: (change.send ?? []).flatMap((frame) =>
      frame.type === 'runtime.report' ? frame.runtimes : [],
    ),
  };
}

test('a page that works makes its conversation ready, and the conductor hears of no tab', () => {
  const { runtimes, told } = record(view({}), [page()]);
  expect(runtimes).toEqual([runtime({ runtime_status: 'ready', last_seen_tab_ids: [1] })]);
  expect(told).toEqual([
    {
      platform: 'chatgpt',
      account_fingerprint: null,
      remote_conversation_id: 'c-1',
      aliases: [],
      runtime_status: 'ready',
      title: 'A chat',
      credential_fingerprint: null,
      freshness: null,
    },
  ]);
});

test('what changes nothing is neither written nor told', () => {
  const rows = view({ runtimes: [runtime({ runtime_status: 'ready', last_seen_tab_ids: [1] })] });
  expect(record(rows, [page()])).toEqual({ runtimes: [], removed: [], told: [] });
});

test('a draft is nothing the conductor sees', () => {
  const rows = view({ runtimes: [runtime({ runtime_status: 'ready', last_seen_tab_ids: [1] })] });
  expect(record(rows, [page({ draft: true })]).told).toEqual([]);
});

test('without a page the conversation can still be served by opening one', () => {
  const rows = view({ runtimes: [runtime({ runtime_status: 'ready', last_seen_tab_ids: [1] })] });
  const { runtimes } = record(rows, [], { goneTabIds: [1] });
  expect(runtimes).toEqual([runtime({ runtime_status: 'stale', last_seen_tab_ids: [] })]);
});

test('a tab that went on to another conversation serves that one only', () => {
  const rows = view({ runtimes: [runtime({ runtime_status: 'ready', last_seen_tab_ids: [1] })] });
  const elsewhere = page({ remote_conversation_id: 'c-2', url: 'https://chatgpt.com/c/c-2' });
  const touched = [C1, { ...C1, remote_conversation_id: 'c-2' }];
  const { runtimes } = record(rows, [elsewhere], { touched });
  expect(
    runtimes.map((row) => [row.runtime_key, row.runtime_status, row.last_seen_tab_ids]),
  ).toEqual([
    ['chatgpt/c-1', 'stale', []],
    ['chatgpt/c-2', 'ready', [1]],
  ]);
});

describe('a conversation that gets its real id late', () => {
  const provisional = runtime({
    runtime_key: 'chatgpt/WEB:1',
    remote_conversation_id: 'WEB:1',
    last_seen_tab_ids: [1],
  });

  test('keeps what was known under the provisional one', () => {
    const renamed = page({ aliases: ['WEB:1'] });
    const { runtimes, removed, told } = record(view({ runtimes: [provisional] }), [renamed]);
    expect(removed).toEqual(['chatgpt/WEB:1']);
    expect(runtimes).toMatchObject([
      { runtime_key: 'chatgpt/c-1', aliases: ['WEB:1'], last_seen_tab_ids: [1] },
    ]);
    expect(told).toMatchObject([{ remote_conversation_id: 'c-1', aliases: ['WEB:1'] }]);
  });

  test('stays one when something still speaks of the provisional id', () => {
    const known = runtime({ aliases: ['WEB:1'], runtime_status: 'ready', last_seen_tab_ids: [1] });
    const touched = [{ platform: 'chatgpt', remote_conversation_id: 'WEB:1' }];
    const { runtimes, removed } = record(
      view({ runtimes: [known] }),
      [page({ aliases: ['WEB:1'] })],
      { touched },
    );
    expect({ runtimes, removed }).toEqual({ runtimes: [], removed: [] });
  });
});

test('a lost login touches every conversation of its platform', () => {
  const rows = view({
    runtimes: [
      runtime(),
      runtime({ runtime_key: 'chatgpt/c-2', remote_conversation_id: 'c-2' }),
      runtime({ runtime_key: 'generic:x.org/c-3', platform: 'generic:x.org' }),
    ],
  });
  const binding = {
    platform: 'chatgpt',
    credential_fingerprint: 'f',
    freshness: 'lost',
    captured_at: NOW,
    last_seen_at: NOW,
  } as const;
  const { told } = record(rows, [], { touched: [], binding });
  expect(
    told.map((entry) => [entry.remote_conversation_id, entry.runtime_status, entry.freshness]),
  ).toEqual([
    ['c-1', 'missing_credential', 'lost'],
    ['c-2', 'missing_credential', 'lost'],
  ]);
});

test('a login of more conversations than a report may hold is told in several', () => {
  const runtimes = Array.from({ length: 1_500 }, (_, index) =>
    runtime({ runtime_key: `chatgpt/c-${index}`, remote_conversation_id: `c-${index}` }),
  );
  const change = recordRuntimes(view({ runtimes }), {
    pages: new Map(),
    touched: [],
    goneTabIds: [],
    binding: {
      platform: 'chatgpt',
      credential_fingerprint: 'f',
      freshness: 'lost',
      captured_at: NOW,
      last_seen_at: NOW,
    },
    report: true,
    startable: { platforms: [], news: false },
    now: NOW,
  });
  const counts = (change.send ?? []).map((frame) =>
    frame.type === 'runtime.report' && !frame.complete ? frame.runtimes.length : null,
  );
  expect(counts).toEqual([1_000, 500]);
});

test('conversations with names as long as names may be are told in frames that are taken', () => {
  const title = '\ud800'.repeat(2_000);
  const runtimes = Array.from({ length: 1_000 }, (_, index) =>
    runtime({ runtime_key: `chatgpt/c-${index}`, remote_conversation_id: `c-${index}`, title }),
  );
  const reports = wholeReport(view({ runtimes }), []);
  expect(reports.length).toBeGreaterThan(1);
  expect(reports.map((one) => one.type === 'runtime.report' && one.complete)).toEqual([
    true,
    ...reports.slice(1).map(() => false),
  ]);
  const told = reports.flatMap((one) => (one.type === 'runtime.report' ? one.runtimes : []));
  expect(new Set(told.map(({ remote_conversation_id: id }) => id)).size).toBe(1_000);
  for (const one of reports) expect(JSON.stringify(one).length).toBeLessThan(2_000_000);
});

describe('a page that shows conversations without end', () => {
  const many = (count: number, platform: string) =>
    Array.from({ length: count }, (_, index) =>
      runtime({
        runtime_key: conversationKey({ platform, remote_conversation_id: `old-${index}` }),
        platform,
        remote_conversation_id: `old-${index}`,
        last_seen_at: NOW - 10_000 + index,
        last_seen_tab_ids: index === 0 ? [7] : [],
      }),
    );

  test('has the oldest of its own site forgotten, and none that is in use', () => {
    const attempts = [
      attempt({ remote_conversation_id: 'old-1', status: 'acked' }),
      attempt({ attempt_id: 'a-2', remote_conversation_id: 'old-2', status: 'failed' }),
    ];
    const others = many(2_500, 'claude');
    const rows = view({ runtimes: [...many(2_000, 'chatgpt'), ...others], attempts });
    expect(record(rows, [page()]).removed).toEqual(['chatgpt/old-2']);
  });

  test('has nothing forgotten that it only shows again', () => {
    const rows = view({ runtimes: [...many(2_000, 'chatgpt'), runtime({ title: 'Other' })] });
    expect(record(rows, [page()]).removed).toEqual([]);
  });
});
