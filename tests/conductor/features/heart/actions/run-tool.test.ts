import { pino } from 'pino';
import { expect, it } from 'vitest';

import { createToolCaller } from '../../../../../conductor/src/features/heart/actions/run-tool.ts';
import { createToolRegistry } from '../../../../../conductor/src/features/heart/actions/tools/tool-registry.ts';
import { INSTRUCTION } from '../../../../kit/ledger-world.ts';

const broken = createToolRegistry([
  {
    targets: () => ['test'],
    toolsOf: () => Promise.reject(new Error('broken')),
    close: async () => undefined,
  },
]);

const noStatus = () => Promise.reject(new Error('nobody asks'));

const deps = { statusOf: noStatus, now: Date.now, log: pino({ level: 'silent' }) };

const row = { ...INSTRUCTION, target: 'test', tool: 'look' };

it('an action whose tools cannot be looked at is known to be unavailable', async () => {
  expect(await createToolCaller({ tools: broken, ...deps }).know(row)).toEqual({
    ok: false,
    error: { code: 'tool_unavailable', text: 'The tools of test are not to be had: Error: broken' },
  });
});

it('an action that cannot be looked at for a fault of ours is judged all the same', async () => {
  const faulty = { ...broken, find: () => Promise.reject(new Error('broken')) };
  expect(await createToolCaller({ tools: faulty, ...deps }).know(row)).toEqual({
    ok: false,
    error: { code: 'tool_unavailable', text: '@test::look cannot be looked at now.' },
  });
});

it('a call whose tools cannot be looked at ends as unavailable', async () => {
  const call = { row, chain: [], signal: new AbortController().signal };
  const caller = createToolCaller({ tools: broken, ...deps });
  const outcome = await caller.call(call, () => undefined);
  expect(outcome).toMatchObject({ ok: false, code: 'tool_unavailable' });
});
