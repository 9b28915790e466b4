import { describe, expect, test } from 'vitest';

import { checkRun, isClean, type RunRecord } from '../../chaos/check/check-run.ts';
import type { EventRow, JobRow } from '../../chaos/check/store-rows.ts';
import type { PlannedMessage, Schedule, SitePlan } from '../../chaos/schedule/schedule.ts';
import type { SiteEntry } from '../../chaos/site/site-log.ts';

const TAGS = ['[m0.1]', '[m0.2]', '[m0.3]'] as const;

const PLAN: SitePlan = {
  refusals: [],
  transitMs: 1,
  historyLagMs: 0,
  acceptMs: 1,
  answerLost: false,
  replyMs: 1,
  reply: 'live',
};

const message = (tag: string): PlannedMessage => ({ tag, by: 'person', site: PLAN });

const SCHEDULE: Schedule = {
  seed: 1,
  cycles: TAGS.length,
  browsers: 1,
  conversations: [
    {
      platform: 'chatgpt',
      remoteId: 'c',
      browsers: [0],
      rounds: [[[message(TAGS[0]), message(TAGS[1]), message(TAGS[2])]]],
    },
  ],
  faults: [],
  programs: [],
  teams: [],
};

const entry = (tag: string): SiteEntry => ({
  conversation: 'c',
  turnId: `turn ${tag}`,
  tag,
  text: `Please: ${tag}`,
  replyId: `reply to ${tag}`,
});

const job = (tag: string): JobRow => ({
  job_id: `job ${tag}`,
  conversation_key: 'chatgpt/c',
  origin: 'person',
  message_text: `Please: ${tag}`,
  status: 'finalized',
  attempt_count: 1,
  last_error_code: null,
  finished_at: 5,
  user_message_id: `turn ${tag}`,
  final_anchor_id: `anchor ${tag}`,
});

type Line = readonly [name: string, detail: Readonly<Record<string, unknown>>];

const THROUGH: readonly Line[] = [
  ['created', {}],
  ['dispatch', { from: 'pending', to: 'dispatched', attempt: 1 }],
  ['acked', { from: 'dispatched', to: 'acked' }],
  ['final_message', { from: 'acked', to: 'finalized' }],
];

const trail = (tag: string, lines: readonly Line[] = THROUGH): EventRow[] => [
  ...lines.map(([name, detail], index) => ({
    event_id: index,
    type: `delivery_job.${name}`,
    subject_id: `job ${tag}`,
    conversation_key: 'chatgpt/c',
    detail,
  })),
  {
    event_id: lines.length,
    type: 'message_anchor.observed',
    subject_id: `anchor ${tag}`,
    conversation_key: 'chatgpt/c',
    detail: {},
  },
];

/** A run in which nothing went wrong. */
const CLEAN: RunRecord = {
  schedule: SCHEDULE,
  site: TAGS.map(entry),
  acts: [],
  teams: { told: [], begun: [] },
  store: {
    jobs: TAGS.map(job),
    events: TAGS.flatMap((tag) => trail(tag)),
    anchors: TAGS.map((tag) => ({
      anchor_id: `anchor ${tag}`,
      conversation_key: 'chatgpt/c',
      assistant_message_id: `reply to ${tag}`,
    })),
    instructions: [],
    calls: [],
    agentRuns: [],
    runs: [],
    runWorkers: [],
    runInputs: [],
    runTasks: [],
    runCalls: [],
    outbox: [],
  },
  journals: [{ browser: 'one', attempts: [{ job_id: 'job', status: 'finalized' }], outbox: 0 }],
};

const withStore = (store: Partial<RunRecord['store']>): RunRecord => ({
  ...CLEAN,
  store: { ...CLEAN.store, ...store },
});

const withJob = (changed: Partial<JobRow>, lines: readonly Line[]): RunRecord =>
  withStore({
    jobs: [{ ...job(TAGS[0]), ...changed }, job(TAGS[1]), job(TAGS[2])],
    events: [...trail(TAGS[0], lines), ...trail(TAGS[1]), ...trail(TAGS[2])],
  });

test('a run in which all went well is clean', () => {
  expect(checkRun(CLEAN)).toEqual({
    lost: [],
    duplicated: [],
    outOfOrder: [],
    uncertain: [],
    wrongActs: [],
    wrongRuns: [],
    unexplained: [],
  });
  expect(isClean(checkRun(CLEAN))).toBe(true);
});

describe('what the site got', () => {
  test('a message that never came is lost, whatever the conductor believes', () => {
    const verdict = checkRun({ ...CLEAN, site: [entry(TAGS[0]), entry(TAGS[2])] });
    expect(verdict.lost).toEqual([TAGS[1]]);
    expect(verdict.unexplained).toHaveLength(1);
  });

  test('a message that came again counts once for each time too many', () => {
    const site = [...TAGS.map(entry), entry(TAGS[0]), entry(TAGS[0])];
    expect(checkRun({ ...CLEAN, site }).duplicated).toEqual([TAGS[0], TAGS[0]]);
  });

  test('a message that nobody planned is one too many', () => {
    const stray = { ...entry(''), tag: null, text: 'Who wrote this?' };
    const verdict = checkRun({ ...CLEAN, site: [...CLEAN.site, stray] });
    expect(verdict.duplicated).toEqual(['Who wrote this?']);
  });

  test('a message that came before an earlier one of its conversation is out of order', () => {
    const site = [entry(TAGS[1]), entry(TAGS[0]), entry(TAGS[2])];
    expect(checkRun({ ...CLEAN, site }).outOfOrder).toEqual([TAGS[0]]);
  });

  test('a message that a person sent on its way again has lost its place', () => {
    const site = [entry(TAGS[1]), entry(TAGS[0]), entry(TAGS[2])];
    const retried: readonly Line[] = [
      ['created', {}],
      ['dispatch', { from: 'pending', to: 'dispatched', attempt: 1 }],
      ['failed', { from: 'dispatched', to: 'failed', code: 'delivery_uncertain' }],
      ['retry', { from: 'failed', to: 'pending' }],
      ['dispatch', { from: 'pending', to: 'dispatched', attempt: 2 }],
      ...THROUGH.slice(2),
    ];
    const verdict = checkRun({ ...withJob({ attempt_count: 2 }, retried), site });
    expect(verdict.outOfOrder).toEqual([]);
    expect(verdict.uncertain).toEqual([TAGS[0]]);
    expect(isClean(verdict)).toBe(true);
  });
});

describe('what the conductor wrote down', () => {
  const unexplained = (record: RunRecord): string => checkRun(record).unexplained.join('; ');

  test('a job without an end is unexplained', () => {
    const open = withJob({ status: 'acked', finished_at: null }, THROUGH.slice(0, 3));
    expect(unexplained(open)).toBe('[m0.1]: still acked, no reason given');
  });

  test('a job that failed without a reason is unexplained', () => {
    const failed = withJob({ status: 'failed' }, [
      ...THROUGH.slice(0, 2),
      ['failed', { from: 'dispatched', to: 'failed' }],
    ]);
    expect(unexplained(failed)).toBe('[m0.1]: failed without a reason');
  });

  test('a job finalized by the reply to another message is unexplained', () => {
    const wrong = withJob({ final_anchor_id: `anchor ${TAGS[1]}` }, THROUGH);
    expect(unexplained(wrong)).toContain('finalized by reply to [m0.2]');
  });

  test('a message with two jobs is unexplained, and so is a job of no message', () => {
    const twice = { ...job(TAGS[0]), job_id: 'twin' };
    expect(unexplained(withStore({ jobs: [...CLEAN.store.jobs, twice] }))).toContain('2 jobs');
    const stray = { ...job(TAGS[0]), job_id: 'stray', message_text: 'Hi' };
    expect(unexplained(withStore({ jobs: [...CLEAN.store.jobs, stray] }))).toContain(
      'nobody asked for it',
    );
  });

  test.each<[what: string, lines: readonly Line[], says: string]>([
    ['lacks a step', [...THROUGH.slice(0, 2), ...THROUGH.slice(3)], 'final_message from acked'],
    ['lacks its end', THROUGH.slice(0, 3), 'is finalized, and acked by its trail'],
    ['lacks a dispatch', [...THROUGH.slice(0, 1), ...THROUGH.slice(2)], '1 tries, 0 in the trail'],
    [
      'holds a step that there is not',
      [...THROUGH, ['retry', { from: 'finalized', to: 'pending' }]],
      'is no transition',
    ],
    ['begins twice', [...THROUGH.slice(0, 1), ...THROUGH], 'created again'],
  ])('a trail that %s does not fit the tables', (_what, lines, says) => {
    expect(unexplained(withJob({}, lines))).toContain(says);
  });

  test('a line about something that no table has does not fit them', () => {
    const events = CLEAN.store.events.map((event) => event);
    const stray = { ...trail('[m9.9]')[0], subject_id: 'gone' } as EventRow;
    expect(unexplained(withStore({ events: [...events, stray] }))).toContain('of unknown gone');
  });

  test('what either side still holds when all is over is unexplained', () => {
    expect(unexplained(withStore({ outbox: [{ client_id: 'one', seq: 7 }] }))).toContain('frame 7');
    const journals = [
      { browser: 'one', attempts: [{ job_id: 'job', status: 'sending' }], outbox: 2 },
    ];
    expect(unexplained({ ...CLEAN, journals })).toBe(
      'one: 2 frames never taken; one: its try of job is still sending',
    );
  });
});

describe('messages that are left to an agent', () => {
  const [first, ...rest] = [message(TAGS[0]), message(TAGS[1]), message(TAGS[2])];
  const left: RunRecord = {
    ...CLEAN,
    schedule: {
      ...SCHEDULE,
      conversations: SCHEDULE.conversations.map((one) => ({
        ...one,
        rounds: [[[{ ...(first as PlannedMessage), by: 'agent' }, ...rest]]],
      })),
    },
  };
  const TURN: JobRow = {
    ...job('[a0.1.1]'),
    message_text: '[a0.1.1] to c',
    final_anchor_id: 'run.1',
  };
  const LINES: readonly Line[] = [
    ['created', {}],
    ['begin', { from: 'pending', to: 'acked' }],
    ['final_message', { from: 'acked', to: 'finalized' }],
  ];
  const replied = (id: number): EventRow => ({
    ...(trail(TAGS[0])[0] as EventRow),
    event_id: id,
    type: 'agent_run.replied',
    subject_id: 'run',
  });
  const turned = (turns: readonly JobRow[], status = 'succeeded', replies = 1): RunRecord => ({
    ...left,
    store: {
      ...CLEAN.store,
      jobs: [...CLEAN.store.jobs, ...turns],
      events: [
        ...CLEAN.store.events,
        ...trail('[a0.1.1]', LINES).slice(0, LINES.length),
        ...Array.from({ length: replies }, (_, id) => replied(100 + id)),
      ],
      anchors: [
        ...CLEAN.store.anchors,
        { anchor_id: 'run.1', conversation_key: 'agent/s', assistant_message_id: 'said' },
      ],
      agentRuns: [{ run_id: 'run', status }],
    },
  });

  test('a turn that was taken once and ended is clean', () => {
    expect(checkRun(turned([TURN])).unexplained).toEqual([]);
  });

  test.each([
    ['that nobody asked for', left, '[m0.1]: no agent was asked'],
    ['that is there twice', turned([TURN, TURN]), '[a0.1.1]: 2 turns'],
    ['that goes on', turned([{ ...TURN, status: 'acked', finished_at: null }]), 'still acked'],
    ['whose run goes on', turned([TURN], 'running'), 'run run: still running'],
    [
      'whose reply is not in the trail',
      turned([TURN], 'succeeded', 0),
      '1 replies, 0 in the trail',
    ],
    [
      'of a message that is a person’s',
      { ...turned([TURN]), schedule: SCHEDULE },
      '[m0.1]: an agent was asked',
    ],
  ])('a turn %s is unexplained', (_what, record, says) => {
    expect(checkRun(record).unexplained.join('; ')).toContain(says);
  });
});
