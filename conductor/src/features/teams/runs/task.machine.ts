import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

/** The state of a task of a plan. */
export type TaskStatus =
  | 'planned'
  | 'assigned'
  | 'working'
  | 'review'
  | 'blocked'
  | 'done'
  | 'failed'
  | 'dropped';

/** Events of a task. */
export type TaskEvent =
  /** A worker is to be told of it. */
  | { readonly type: 'ASSIGN' }
  /** The worker has been told. */
  | { readonly type: 'BEGIN' }
  /** The worker says that it is done; `review`: another worker looks at it first. */
  | { readonly type: 'DONE' }
  | { readonly type: 'REVIEW' }
  /** Who looked at it sends it back: its worker is to be told. */
  | { readonly type: 'RETURN' }
  | { readonly type: 'BLOCK' }
  /** UNBLOCK: its obstacle is gone. */
  | { readonly type: 'UNBLOCK' }
  /** Who has it, or looks at it, has said nothing for long in the midst of an answer. */
  | { readonly type: 'STUCK' }
  /** A person says that this is as it should be. */
  | { readonly type: 'EXPECT' }
  | { readonly type: 'FAIL' }
  /** AGAIN: to be done again, perhaps by another worker. */
  | { readonly type: 'AGAIN' }
  | { readonly type: 'DROP' };

const taskMachine = setup({ types: { events: {} as TaskEvent } }).createMachine({
  id: 'task of a run',
  initial: 'planned',
  states: {
    planned: { on: { ASSIGN: 'assigned', DONE: 'done', DROP: 'dropped' } },
    assigned: { on: { BEGIN: 'working', AGAIN: 'planned', BLOCK: 'blocked', DROP: 'dropped' } },
    working: {
      on: {
        DONE: 'done',
        REVIEW: 'review',
        BLOCK: 'blocked',
        STUCK: 'working',
        EXPECT: 'working',
        FAIL: 'failed',
        AGAIN: 'planned',
        DROP: 'dropped',
      },
    },
    review: {
      on: {
        DONE: 'done',
        RETURN: 'assigned',
        BLOCK: 'blocked',
        STUCK: 'review',
        EXPECT: 'review',
        DROP: 'dropped',
      },
    },
    blocked: {
      on: {
        UNBLOCK: 'working',
        EXPECT: 'working',
        DONE: 'done',
        AGAIN: 'planned',
        DROP: 'dropped',
      },
    },
    failed: { on: { AGAIN: 'planned', DROP: 'dropped' } },
    done: { on: { AGAIN: 'planned' } },
    dropped: { on: { AGAIN: 'planned' } },
  },
});

/** Which status follows which. */
export const taskTable = tableOf<TaskStatus, TaskEvent>(taskMachine);
