import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

/** The state of a step: one call of a model, and the tool calls that it made. */
export type AgentStepStatus = 'calling' | 'acting' | 'closed' | 'failed' | 'stopped';

/** Events of a step. */
export type AgentStepEvent =
  /** The model could not be asked, and is asked again. */
  | { readonly type: 'RETRY' }
  /** `calls`: it called tools. */
  | { readonly type: 'REPLIED'; readonly calls: boolean }
  /** Every tool call has its result. */
  | { readonly type: 'ALL_DONE' }
  | { readonly type: 'FAIL' }
  | { readonly type: 'STOP' };

const agentStepMachine = setup({
  types: { events: {} as AgentStepEvent },
  guards: { calls: ({ event }) => event.type === 'REPLIED' && event.calls },
}).createMachine({
  id: 'agent step',
  initial: 'calling',
  states: {
    calling: {
      on: {
        RETRY: 'calling',
        REPLIED: [{ guard: 'calls', target: 'acting' }, { target: 'closed' }],
        FAIL: 'failed',
        STOP: 'stopped',
      },
    },
    acting: { on: { ALL_DONE: 'closed', FAIL: 'failed', STOP: 'stopped' } },
    closed: {},
    failed: {},
    stopped: {},
  },
});

/** Which status follows which. */
export const agentStepTable = tableOf<AgentStepStatus, AgentStepEvent>(agentStepMachine);
