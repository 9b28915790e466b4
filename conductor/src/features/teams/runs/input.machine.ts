import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

/** The state of a text on its way to a worker. What becomes of it after `sent` is told by its delivery. */
export type InputStatus = 'queued' | 'sent' | 'dropped';

/** Events of an input. */
export type InputEvent =
  /** SEND: it has become a delivery. */
  | { readonly type: 'SEND' }
  /** Nobody wants it to be sent any more. */
  | { readonly type: 'DROP' };

const inputMachine = setup({ types: { events: {} as InputEvent } }).createMachine({
  id: 'input of a worker',
  initial: 'queued',
  states: { queued: { on: { SEND: 'sent', DROP: 'dropped' } }, sent: {}, dropped: {} },
});

/** Which status follows which. */
export const inputTable = tableOf<InputStatus, InputEvent>(inputMachine);
