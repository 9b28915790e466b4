import { expect, test } from 'vitest';

import { checkTeams } from '../../chaos/check/check-teams.ts';
import type { StoreRows } from '../../chaos/check/store-rows.ts';

const PLACE = 'acp/planner';
const TEXT = '# The goal\n[g0.1]';
const TOLD = ['Your role\n# The  goal\n[g0.1]'];

const job = {
  job_id: 'j',
  conversation_key: PLACE,
  origin: 'run',
  message_text: TEXT,
  status: 'finalized',
  attempt_count: 1,
  last_error_code: null,
  finished_at: 1,
  user_message_id: null,
  final_anchor_id: null,
};

const input = { input_id: 'i', run_id: 'r', origin: 'planner', status: 'sent', job_id: 'j' };

const event = (type: string): StoreRows['events'][number] => ({
  event_id: 1,
  type,
  subject_id: 'j',
  conversation_key: PLACE,
  detail: {},
});

/** A run in which nothing went wrong. */
const CLEAN: StoreRows = {
  jobs: [job],
  events: [event('delivery_job.created')],
  anchors: [],
  instructions: [
    { instruction_id: 'c', anchor_id: 'a', conversation_key: PLACE, status: 'succeeded' },
  ],
  agentRuns: [],
  calls: [],
  runs: [{ run_id: 'r', status: 'finished' }],
  runWorkers: [{ worker_id: 'w', run_id: 'r', conversation_key: PLACE }],
  runInputs: [input],
  runTasks: [{ run_id: 'r', status: 'done' }],
  runCalls: [{ call_id: 'c' }],
  outbox: [],
};

const wrongWith = (store: Partial<StoreRows>, told = TOLD): string =>
  checkTeams(told, ['r'], { ...CLEAN, ...store }).wrong.join('; ');

const stuckWith = (status: string, store: Partial<StoreRows> = {}): string =>
  checkTeams(TOLD, ['r'], { ...CLEAN, ...store, runs: [{ run_id: 'r', status }] }).stuck.join('; ');

test('a run in which all went well is clean', () => {
  expect(checkTeams(TOLD, ['r'], CLEAN)).toEqual({ wrong: [], stuck: [] });
});

test('a text that came never or twice is wrong; of one that has failed it may not have come', () => {
  expect(wrongWith({}, [])).toContain('told 0 times, 1 deliveries, 1 of them done');
  expect(wrongWith({}, [...TOLD, ...TOLD])).toContain('told 2 times');
  expect(wrongWith({ jobs: [{ ...job, status: 'failed' }] }, [])).toBe('');
});

test.each<[what: string, store: Partial<StoreRows>, says: string]>([
  ['an input without a delivery', { runInputs: [{ ...input, job_id: null }] }, 'says otherwise'],
  ['a call without an action', { instructions: [] }, 'call c: seen, and lost'],
  ['a call that was done twice', { runInputs: [input, input] }, 'done 2 times'],
  ['a call that was not done', { runInputs: [] }, 'a call of its planner was lost'],
  ['an open task', { runTasks: [{ run_id: 'r', status: 'working' }] }, 'with an open task'],
  ['a plan too many', { runTasks: Array(3).fill(CLEAN.runTasks[0]) }, 'planned twice'],
])('%s is wrong', (_what, store, says) => {
  expect(wrongWith(store)).toContain(says);
});

test('a run that nobody began is wrong', () => {
  expect(checkTeams(TOLD, [], CLEAN).wrong).toEqual(['r: nobody began it']);
});

test('a run that goes on is stuck, and is shown with its trail; one is over for a reason', () => {
  expect(stuckWith('executing')).toContain('r: executing\n      1 delivery_job.created j');
  expect(stuckWith('failed')).toContain('r: failed');
  expect(stuckWith('stopped', { jobs: [{ ...job, status: 'failed' }] })).toBe('');
  const [call] = CLEAN.instructions;
  const failed = call && [{ ...call, status: 'failed' }];
  expect(stuckWith('stopped', { instructions: failed ?? [] })).toBe('');
  expect(stuckWith('stopped', { events: [event('delivery_job.retry')] })).toBe('');
});
