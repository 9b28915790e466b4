import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { InvalidTransition, type Table } from '../../../conductor/src/engine/transition-table.ts';
import {
  hasResult,
  instructionTable,
} from '../../../conductor/src/features/heart/actions/instruction.machine.ts';
import { agentRunTable } from '../../../conductor/src/features/minds/agents/agent-run.machine.ts';
import { agentStepTable } from '../../../conductor/src/features/minds/agents/agent-step.machine.ts';
import { artifactCopyTable } from '../../../conductor/src/features/heart/artifacts/artifact-copy.machine.ts';
import { modelBindingTable } from '../../../conductor/src/features/heart/lineage/bindings/model-binding.machine.ts';
import {
  conversationTable,
  mayAct,
  maySend,
} from '../../../conductor/src/features/heart/conversations/conversation.machine.ts';
import {
  deliveryJobMachine,
  type JobStatus,
  jobTable,
} from '../../../conductor/src/features/heart/deliveries/delivery-job.machine.ts';
import { memoryItemTable } from '../../../conductor/src/features/minds/agents/memory/memory-item.machine.ts';
import { callTable } from '../../../conductor/src/features/hands/resources/call.machine.ts';
import { resourceTable } from '../../../conductor/src/features/hands/resources/resource.machine.ts';
import { inputTable } from '../../../conductor/src/features/teams/runs/input.machine.ts';
import { runTable } from '../../../conductor/src/features/teams/runs/run.machine.ts';
import { taskTable } from '../../../conductor/src/features/teams/runs/task.machine.ts';
import { scheduleTable } from '../../../conductor/src/features/minds/agents/schedules/schedule.machine.ts';
import { ROOT } from '../../../launcher/root.ts';

/** `-` : not in the table. One row per state, one column per event. */
const JOB = `
              DISPATCH    BEGIN  ACKED  FAILED:retryable  FAILED  LEASE_LOST  FINAL_MESSAGE  NO_REPLY  FINAL_TIMEOUT  DUE      CANCEL  RETRY    RESTORED    FOUND  FOUND:answered  RUN_ENDED
  pending     dispatched  acked  -      -                 -       -           -              -         -              -        failed  -        pending     -      -               -
  dispatched  -           -      acked  retry_wait        failed  dispatched  -              -         -              -        failed  -        pending     -      -               -
  acked       -           -      -      -                 -       -           finalized      failed    failed         -        failed  -        -           -      -               failed
  retry_wait  -           -      -      -                 -       -           -              -         -              pending  failed  -        retry_wait  -      -               -
  failed      -           -      -      -                 -       -           -              -         -              -        -       pending  failed      acked  finalized       -
  finalized   -           -      -      -                 -       -           -              -         -              -        -       -        -           -      -               -
`;

const CONVERSATION = `
            SET_AUTO  SET_MANUAL  PAUSE   DRAIN     DRAINED
  auto      -         manual      paused  draining  -
  manual    auto      -           paused  draining  -
  paused    auto      manual      -       -         -
  draining  auto      manual      paused  -         paused
`;

const INSTRUCTION = `
                     PERMIT  ASK                REFUSE  APPROVE  DENY    BEGIN    SUCCEED    FAIL    RUN_AGAIN  LOSE_TRACK       SETTLE  CANCEL
  pending            ready   awaiting_approval  failed  -        -       -        -          -       -          outcome_unknown  -       failed
  awaiting_approval  -       -                  -       pending  failed  -        -          -       -          outcome_unknown  -       failed
  ready              -       -                  -       -        -       running  -          -       -          outcome_unknown  -       failed
  running            -       -                  -       -        -       -        succeeded  failed  ready      outcome_unknown  -       -
  outcome_unknown    -       -                  -       -        -       -        -          -       ready      -                failed  failed
  succeeded          -       -                  -       -        -       -        -          -       -          -                -       -
  failed             -       -                  -       -        -       -        -          -       -          -                -       -
`;

const RESOURCE = `
            OPENED  OPEN_FAILED  CALL_BEGUN  CALL_ENDED  PERSON_TAKES  PERSON_RETURNS  EXECUTOR_GONE  REPORTED  NOT_REPORTED  PARK    CLOSE   REVOKED
  opening   ready   failed       -           -           -             -               failed         -         -             -       closed  closed
  ready     -       -            busy        -           held          -               detached       -         -             parked  closed  closed
  busy      -       -            -           ready       held          -               detached       -         -             parked  closed  closed
  held      -       -            -           -           -             ready           detached       -         -             parked  closed  closed
  detached  -       -            -           -           -             -               -              ready     closed        parked  closed  closed
  parked    ready   -            -           -           -             -               -              ready     -             -       closed  closed
  closed    -       -            -           -           -             -               -              -         -             -       -       -
  failed    -       -            -           -           -             -               -              -         -             -       closed  closed
`;

const CALL = `
              ASKED   WAIT     ALLOWED  REFUSED  DISPATCH    BEGUN  OK         FAILED  EXECUTOR_GONE:writes  EXECUTOR_GONE  CANCEL      DEADLINE:writes  DEADLINE
  proposed    queued  waiting  -        failed   -           -      -          -       -                     -              failed      -                -
  waiting     -       -        queued   failed   -           -      succeeded  -       -                     -              failed      -                -
  queued      -       waiting  -        -        dispatched  -      succeeded  failed  failed                failed         failed      failed           failed
  dispatched  -       -        -        -        -           begun  succeeded  failed  unknown               queued         dispatched  unknown          failed
  begun       -       -        -        -        -           -      succeeded  failed  unknown               queued         begun       unknown          failed
  succeeded   -       -        -        -        -           -      -          -       -                     -              -           -                -
  failed      -       -        -        -        -           -      -          -       -                     -              -           -                -
  unknown     -       -        -        -        -           -      succeeded  failed  -                     -              -           -                -
`;

const AGENT_RUN = `
                  ASK             DECIDED  PARK           READY    STOP      ENDED    FINISH     FAIL    RESUME
  running         waiting_person  -        waiting_model  -        stopping  -        succeeded  failed  -
  waiting_person  -               running  -              -        stopping  -        -          failed  -
  waiting_model   -               -        -              running  stopping  -        -          failed  -
  stopping        -               -        -              -        -         stopped  -          failed  -
  succeeded       -               -        -              -        -         -        -          -       -
  failed          -               -        -              -        -         -        -          -       running
  stopped         -               -        -              -        -         -        -          -       running
`;

const AGENT_STEP = `
           RETRY    REPLIED  REPLIED:calls  ALL_DONE  FAIL    STOP
  calling  calling  closed   acting         -         failed  stopped
  acting   -        -        -              closed    failed  stopped
  closed   -        -        -              -         -       -
  failed   -        -        -              -         -       -
  stopped  -        -        -              -         -       -
`;

const MEMORY_ITEM = `
              DONE  REOPEN  CHANGE      REMOVE
  active      done  -       superseded  removed
  done        -     active  superseded  removed
  superseded  -     -       -           -
  removed     -     -       -           -
`;

const ARTIFACT_COPY = `
            KEPT  LOST     DROP      WANTED   REMOVED
  putting   kept  -        removing  -        -
  kept      -     putting  removing  -        -
  removing  -     -        -         putting  gone
  gone      -     -        -         -        -
`;

const MODEL_BINDING = `
            RELEASE   ROLL
  bound     released  released
  released  -         -
`;

const SCHEDULE = `
          PAUSE   RESUME  END
  active  paused  -       ended
  paused  -       active  ended
  ended   -       -       -
`;

const RUN = `
             START     READY     PLAN_ACCEPTED  COMPLETE   REPORT_READY  FAIL    PAUSE   RESUME:to=starting  RESUME:to=planning  RESUME:to=executing  RESUME:to=reporting  STOP     REOPEN
  draft      starting  -         -              -          -             -       -       -                   -                   -                    -                    stopped  -
  starting   -         planning  -              -          -             failed  paused  -                   -                   -                    -                    stopped  -
  planning   -         -         executing      -          -             failed  paused  -                   -                   -                    -                    stopped  -
  executing  -         -         -              reporting  -             failed  paused  -                   -                   -                    -                    stopped  -
  reporting  -         -         -              -          finished      failed  paused  -                   -                   -                    -                    stopped  -
  paused     -         -         -              -          -             -       -       starting            planning            executing            reporting            stopped  -
  finished   -         -         -              -          -             -       -       -                   -                   -                    -                    -        paused
  stopped    -         -         -              -          -             -       -       -                   -                   -                    -                    -        paused
  failed     -         -         -              -          -             -       -       -                   -                   -                    -                    -        paused
`;

const RUN_TASK = `
            ASSIGN    BEGIN    DONE  REVIEW  RETURN    BLOCK    UNBLOCK  STUCK    EXPECT   FAIL    AGAIN    DROP
  planned   assigned  -        done  -       -         -        -        -        -        -       -        dropped
  assigned  -         working  -     -       -         blocked  -        -        -        -       planned  dropped
  working   -         -        done  review  -         blocked  -        working  working  failed  planned  dropped
  review    -         -        done  -       assigned  blocked  -        review   review   -       -        dropped
  blocked   -         -        done  -       -         -        working  -        working  -       planned  dropped
  failed    -         -        -     -       -         -        -        -        -        -       planned  dropped
  done      -         -        -     -       -         -        -        -        -        -       planned  -
  dropped   -         -        -     -       -         -        -        -        -        -       planned  -
`;

const RUN_INPUT = `
           SEND  DROP
  queued   sent  dropped
  sent     -     -
  dropped  -     -
`;

interface Cell {
  readonly state: string;
  readonly event: string;
  readonly next: string;
}

function cellsOf(drawn: string): Cell[] {
  const [head = [], ...rows] = drawn
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([state = '', ...nexts]) => {
    if (nexts.length !== head.length) throw new Error(`the row of ${state} is not whole`);
    return head.map((event, column) => ({ state, event, next: nexts[column] ?? '' }));
  });
}

/** `FAILED:retryable` is the event FAILED with its flag up, `RESUME:to=planning` is RESUME with that field. */
function eventOf(name: string): { type: string; [field: string]: unknown } {
  const [type = '', field] = name.split(':');
  const [key = '', value = true] = field?.split('=') ?? [];
  return { type, ...(field !== undefined && { [key]: value }) };
}

describe.each([
  { name: 'delivery job', drawn: JOB, table: jobTable, cells: 96 },
  { name: 'conversation', drawn: CONVERSATION, table: conversationTable, cells: 20 },
  { name: 'instruction', drawn: INSTRUCTION, table: instructionTable, cells: 84 },
  { name: 'resource', drawn: RESOURCE, table: resourceTable, cells: 96 },
  { name: 'resource call', drawn: CALL, table: callTable, cells: 104 },
  { name: 'agent run', drawn: AGENT_RUN, table: agentRunTable, cells: 63 },
  { name: 'model binding', drawn: MODEL_BINDING, table: modelBindingTable, cells: 4 },
  { name: 'agent step', drawn: AGENT_STEP, table: agentStepTable, cells: 30 },
  { name: 'schedule', drawn: SCHEDULE, table: scheduleTable, cells: 9 },
  { name: 'run', drawn: RUN, table: runTable, cells: 117 },
  { name: 'task of a run', drawn: RUN_TASK, table: taskTable, cells: 96 },
  { name: 'input of a worker', drawn: RUN_INPUT, table: inputTable, cells: 6 },
  { name: 'artifact copy', drawn: ARTIFACT_COPY, table: artifactCopyTable, cells: 20 },
  { name: 'memory item', drawn: MEMORY_ITEM, table: memoryItemTable, cells: 16 },
])('the table of the $name', ({ name, drawn, table, cells }) => {
  // The drawings hold words where the tables want their unions: the point is that every word is tried.
  const words: Table<string, { type: string }> = table;
  const all = cellsOf(drawn);

  it('is drawn whole', () => {
    expect(all).toHaveLength(cells);
  });

  it.each(all.filter(({ next }) => next !== '-'))(
    '$state on $event is $next',
    ({ state, event, next }) => {
      expect(words.can(state, eventOf(event))).toBe(true);
      expect(words.next(state, eventOf(event))).toBe(next);
    },
  );

  it.each(all.filter(({ next }) => next === '-'))('$state refuses $event', ({ state, event }) => {
    const { type } = eventOf(event);
    expect(words.can(state, eventOf(event))).toBe(false);
    expect(() => words.next(state, eventOf(event))).toThrow(
      new InvalidTransition(name, state, type),
    );
    expect(new InvalidTransition(name, state, type).message).toContain(
      `${type} is not allowed in state ${state}`,
    );
  });

  it('knows no other event', () => {
    for (const { state } of all) expect(words.can(state, { type: 'EXPLODE' })).toBe(false);
  });
});

it('a job can be ended by a person in every state that is no end', () => {
  const states = Object.keys(deliveryJobMachine.states) as JobStatus[];
  const open = states.filter((state) => state !== 'finalized' && state !== 'failed');
  expect(open.map((state) => jobTable.next(state, { type: 'CANCEL' }))).toEqual(
    open.map(() => 'failed'),
  );
});

it('the diagram of a job in ARCHITECTURE.md draws its table', () => {
  const document = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const arrows = document.matchAll(/^ {2}([a-z_]+) --> ([a-z_]+): ([A-Z_]+)/gm);
  const drawn = [...arrows].map(([, state, next, event]) => `${state} ${event} ${next}`);
  const inTable = cellsOf(JOB)
    .filter(({ next }) => next !== '-')
    .map(({ state, event, next }) => `${state} ${eventOf(event).type} ${next}`);
  expect(drawn.toSorted()).toEqual(inTable.toSorted());
});

describe('what a state means', () => {
  it('lets a reply act in auto alone', () => {
    expect((['auto', 'manual', 'paused', 'draining'] as const).filter(mayAct)).toEqual(['auto']);
  });

  it('lets queued deliveries out in auto, and while draining', () => {
    const modes = (['auto', 'manual', 'paused', 'draining'] as const).filter(maySend);
    expect(modes).toEqual(['auto', 'draining']);
  });

  it('answers the assistant only about actions that ended', () => {
    const statuses = [
      'pending',
      'awaiting_approval',
      'ready',
      'running',
      'succeeded',
      'failed',
      'outcome_unknown',
    ] as const;
    expect(statuses.filter(hasResult)).toEqual(['succeeded', 'failed']);
  });
});
