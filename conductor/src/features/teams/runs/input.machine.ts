import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

/** The state of a text on its way to a worker. What becomes of it after `sent` is told by its delivery. */
export type InputStatus = 'queued' | 'sent' | 'dropped';

/** What can happen to it. */
export type InputEvent =
  /** It is a delivery now. */
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
