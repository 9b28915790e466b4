import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

export type ConversationMode = 'auto' | 'manual' | 'paused' | 'draining';

export type ConversationEvent =
  | { readonly type: 'SET_AUTO' }
  | { readonly type: 'SET_MANUAL' }
  | { readonly type: 'PAUSE' }
  /** The person wants what is queued to be finished, nothing new accepted, and then a pause. */
  | { readonly type: 'DRAIN' }
  | { readonly type: 'DRAINED' };

/** A conversation begins as `manual`: Baton watches it and acts only when a person says so. */
export const conversationMachine = setup({
  types: { events: {} as ConversationEvent },
}).createMachine({
  id: 'conversation',
  initial: 'manual',
  states: {
    auto: { on: { SET_MANUAL: 'manual', PAUSE: 'paused', DRAIN: 'draining' } },
    manual: { on: { SET_AUTO: 'auto', PAUSE: 'paused', DRAIN: 'draining' } },
    paused: { on: { SET_AUTO: 'auto', SET_MANUAL: 'manual' } },
    draining: {
      on: { SET_AUTO: 'auto', SET_MANUAL: 'manual', PAUSE: 'paused', DRAINED: 'paused' },
    },
  },
});

export const conversationTable = tableOf<ConversationMode, ConversationEvent>(conversationMachine);

/** Tells whether actions of new replies may run. */
export function mayAct(mode: ConversationMode): boolean {
  return mode === 'auto';
}

/** Tells whether queued deliveries may be sent. */
export function maySend(mode: ConversationMode): boolean {
  return mode === 'auto' || mode === 'draining';
}
