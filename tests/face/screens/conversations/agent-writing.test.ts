import { expect, test } from 'vitest';

import type { AgentChunk } from '../../../../face/api/agent-stream.ts';
import {
  NOTHING_WRITTEN,
  type Writing,
  writtenAfter,
} from '../../../../face/screens/conversations/agent-writing.ts';

const after = (...chunks: readonly AgentChunk[]): Writing =>
  chunks.reduce(writtenAfter, NOTHING_WRITTEN);

const START = { type: 'start', messageMetadata: { runId: 'r1' } };
const says = (delta: string): AgentChunk => ({ type: 'text-delta', delta });
const ofWorker = (chunk: AgentChunk): AgentChunk => ({
  type: 'data-sub-agent',
  data: { toolCallId: 'c1', name: 'time', chunk },
});

test('what is written is that of the step which is under way', () => {
  expect(
    after(
      START,
      { type: 'start-step' },
      { type: 'reasoning-delta', delta: 'Hm.' },
      says('I '),
      says('look.'),
      { type: 'tool-input-start', toolCallId: 'c1', toolName: 'conductor::time' },
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'conductor::time' },
    ),
  ).toEqual({
    run: 'r1',
    step: 0,
    thought: 'Hm.',
    text: 'I look.',
    calls: [{ id: 'c1', name: 'conductor::time' }],
    workers: [],
  });
  expect(after(START, { type: 'start-step' }, says('I look.'), { type: 'start-step' })).toEqual({
    ...NOTHING_WRITTEN,
    run: 'r1',
    step: 1,
  });
});

test('what is taken back is not there, nor what was told before a new beginning', () => {
  const begun = [START, { type: 'start-step' }, says('No.')];
  expect(after(...begun, { type: 'reset-step' }, says('Yes.'))).toMatchObject({
    step: 0,
    text: 'Yes.',
  });
  expect(after(...begun, ...begun)).toEqual(after(...begun));
});

test('an agent that works for a call is busy until the call has ended', () => {
  const begun = [START, { type: 'start-step' }, ofWorker({ type: 'start-step' })];
  const spoken = [...begun, ofWorker(says('It is ')), ofWorker(says('late.'))];
  const worker = { call: 'c1', name: 'time', text: 'It is late.', state: 'busy' };
  expect(after(...spoken).workers).toEqual([worker]);
  const preliminary = { type: 'tool-output-available', toolCallId: 'c1', preliminary: true };
  expect(after(...spoken, preliminary).workers).toEqual([worker]);
  const good = { type: 'tool-output-available', toolCallId: 'c1' };
  expect(after(...spoken, good).workers).toEqual([{ ...worker, state: 'good' }]);
  const bad = { type: 'tool-output-error', toolCallId: 'c1' };
  expect(after(...spoken, bad).workers).toEqual([{ ...worker, state: 'bad' }]);
});

test('of a worker the end of its newest words is kept', () => {
  const [worker] = after(START, ofWorker(says('a'.repeat(3_000))), ofWorker(says('b'))).workers;
  expect(worker?.text).toHaveLength(2_000);
  expect(worker?.text.endsWith('ab')).toBe(true);
});
