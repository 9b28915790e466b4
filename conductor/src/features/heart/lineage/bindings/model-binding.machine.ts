import { setup } from 'xstate';

import { tableOf } from '../../../../engine/transition-table.ts';

/** The state of a binding. */
export type ModelBindingState = 'bound' | 'released';

export type ModelBindingEvent =
  /** A person releases the chat, or gives its agent another. */
  | { readonly type: 'RELEASE' }
  /** The agent goes on in a new chat: that one is bound in the same commit. */
  | { readonly type: 'ROLL' };

const modelBindingMachine = setup({ types: { events: {} as ModelBindingEvent } }).createMachine({
  id: 'model binding',
  initial: 'bound',
  states: {
    bound: { on: { RELEASE: 'released', ROLL: 'released' } },
    released: {},
  },
});

/** Which state follows which. */
export const modelBindingTable = tableOf<ModelBindingState, ModelBindingEvent>(modelBindingMachine);
