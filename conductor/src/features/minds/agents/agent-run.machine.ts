import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

/** The state of a run: the work on one turn. */
export type AgentRunStatus =
  | 'running'
  | 'waiting_person'
  | 'waiting_model'
  | 'stopping'
  | 'succeeded'
  | 'failed'
  | 'stopped';

/** Events of a run. */
export type AgentRunEvent =
  /** Nothing of it can go on before a person answers. */
  | { readonly type: 'ASK' }
  /** Something of it can go on again. */
  | { readonly type: 'DECIDED' }
  /** PARK: its model cannot be asked now. */
  | { readonly type: 'PARK' }
  | { readonly type: 'READY' }
  /** A person stops it, or it has worked as long as it may. */
  | { readonly type: 'STOP' }
  /** ENDED: all that ran has ended after STOP. */
  | { readonly type: 'ENDED' }
  | { readonly type: 'FINISH' }
  | { readonly type: 'FAIL' }
  /** A person has it go on from its last step. */
  | { readonly type: 'RESUME' };

const agentRunMachine = setup({ types: { events: {} as AgentRunEvent } }).createMachine({
  id: 'agent run',
  initial: 'running',
  states: {
    running: {
      on: {
        ASK: 'waiting_person',
        PARK: 'waiting_model',
        STOP: 'stopping',
        FINISH: 'succeeded',
        FAIL: 'failed',
      },
    },
    waiting_person: { on: { DECIDED: 'running', STOP: 'stopping', FAIL: 'failed' } },
    waiting_model: { on: { READY: 'running', STOP: 'stopping', FAIL: 'failed' } },
    stopping: { on: { ENDED: 'stopped', FAIL: 'failed' } },
    succeeded: {},
    failed: { on: { RESUME: 'running' } },
    stopped: { on: { RESUME: 'running' } },
  },
});

/** Which status follows which. */
export const agentRunTable = tableOf<AgentRunStatus, AgentRunEvent>(agentRunMachine);
