import { setup } from 'xstate';

import { tableOf } from '../../../../engine/transition-table.ts';

export type ScheduleStatus = 'active' | 'paused' | 'ended';

/** Events of a schedule. */
export type ScheduleEvent =
  | { readonly type: 'PAUSE' }
  | { readonly type: 'RESUME' }
  /** No turn is to come: the one of a single moment is over. */
  | { readonly type: 'END' };

const scheduleMachine = setup({ types: { events: {} as ScheduleEvent } }).createMachine({
  id: 'schedule',
  initial: 'active',
  states: {
    active: { on: { PAUSE: 'paused', END: 'ended' } },
    paused: { on: { RESUME: 'active', END: 'ended' } },
    ended: {},
  },
});

/** Which status follows which. */
export const scheduleTable = tableOf<ScheduleStatus, ScheduleEvent>(scheduleMachine);
