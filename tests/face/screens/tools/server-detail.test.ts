// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { ServerDetail } from '../../../../face/screens/tools/server-detail.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../../drawn-screen.ts';

const SERVER = { server: 'files', state: 'ready', tools: 1, error: null, restarts: 2 } as const;

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

test('a server shows its process and its last words, and is started anew once', async () => {
  const again = vi.fn();
  screen = drawScreen(
    () => h(ServerDetail, { server: SERVER, tools: [], again }),
    () => ({ ...SERVER, pid: 7, last_words: ['the fuse', 'is\u202Eblown'] }),
  );
  await vi.waitFor(() => expect(screen.text('pre')).toContain('the fuse\nis'));
  expect(screen.text('pre')).not.toContain('\u202E');
  expect(screen.text('summary')).toContain('Process 7');
  screen.place.querySelector('button')?.click();
  await vi.waitFor(() => expect(again).toHaveBeenCalledOnce());
  expect(screen.asked.filter(({ id }) => id === 'restartToolServer')).toHaveLength(1);
});

test.each(['disabled', 'faulty'] as const)('one that is %s is not started', (state) => {
  screen = drawScreen(
    () => h(ServerDetail, { server: { ...SERVER, state }, tools: [], again: vi.fn() }),
    () => undefined,
  );
  expect(screen.asked).toEqual([]);
});

test('a tool says how often it ran and failed of late', async () => {
  const tool = {
    id: 'mcp.files::read',
    target: 'mcp.files',
    name: 'read',
    help: 'Reads.',
    risk: 'low',
    read_only: true,
    idempotent: true,
    cost: null,
    time_limit_ms: 1_000,
    params_schema: {},
    change: null,
    decision: 'run',
  } as const;
  screen = drawScreen(
    () =>
      h(ServerDetail, { server: { ...SERVER, state: 'faulty' }, tools: [tool], again: vi.fn() }),
    () => ({ since: 0, items: [{ tool: tool.id, runs: 12, failed: 1 }] }),
  );
  await vi.waitFor(() => expect(screen.text('.tool')).toContain('12 runs in 24 h · ▲ 1 failed'));
});
