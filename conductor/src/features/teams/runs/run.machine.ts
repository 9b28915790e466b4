import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

/** The state of a run: the work of a team on one goal. */
export type RunStatus =
  | 'draft'
  | 'starting'
  | 'planning'
  | 'executing'
  | 'reporting'
  | 'paused'
  | 'finished'
  | 'stopped'
  | 'failed';

/** States that a pause may follow, and that a resumed run goes on in. */
export type ActiveStatus = Extract<RunStatus, 'starting' | 'planning' | 'executing' | 'reporting'>;

/** Events of a run. */
export type RunEvent =
  | { readonly type: 'START' }
  /** READY: its planner can be asked. */
  | { readonly type: 'READY' }
  /** There is a plan, and whoever has to has accepted it. */
  | { readonly type: 'PLAN_ACCEPTED' }
  /** No task of the plan is open. */
  | { readonly type: 'COMPLETE' }
  | { readonly type: 'REPORT_READY' }
  /** Nothing of it can go on any more: its planner is gone. */
  | { readonly type: 'FAIL' }
  /** A person pauses it, or it has used what it may use. */
  | { readonly type: 'PAUSE' }
  | { readonly type: 'RESUME'; readonly to: ActiveStatus }
  | { readonly type: 'STOP' }
  /** A person has one that is over go on. */
  | { readonly type: 'REOPEN' };

const active = { PAUSE: 'paused', STOP: 'stopped', FAIL: 'failed' } as const;

const isTo = ({ event }: { event: RunEvent }, to: ActiveStatus): boolean =>
  event.type === 'RESUME' && event.to === to;

const runMachine = setup({
  types: { events: {} as RunEvent },
  guards: {
    toStarting: (at) => isTo(at, 'starting'),
    toPlanning: (at) => isTo(at, 'planning'),
    toExecuting: (at) => isTo(at, 'executing'),
    toReporting: (at) => isTo(at, 'reporting'),
  },
}).createMachine({
  id: 'run',
  initial: 'draft',
  states: {
    draft: { on: { START: 'starting', STOP: 'stopped' } },
    starting: { on: { ...active, READY: 'planning' } },
    planning: { on: { ...active, PLAN_ACCEPTED: 'executing' } },
    executing: { on: { ...active, COMPLETE: 'reporting' } },
    reporting: { on: { ...active, REPORT_READY: 'finished' } },
    paused: {
      on: {
        STOP: 'stopped',
        RESUME: [
          { guard: 'toStarting', target: 'starting' },
          { guard: 'toPlanning', target: 'planning' },
          { guard: 'toExecuting', target: 'executing' },
          { guard: 'toReporting', target: 'reporting' },
        ],
      },
    },
    finished: { on: { REOPEN: 'paused' } },
    stopped: { on: { REOPEN: 'paused' } },
    failed: { on: { REOPEN: 'paused' } },
  },
});

/** Which status follows which. */
export const runTable = tableOf<RunStatus, RunEvent>(runMachine);
