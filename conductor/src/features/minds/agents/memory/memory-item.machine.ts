import { setup } from 'xstate';

import { tableOf } from '../../../../engine/transition-table.ts';

/** The state of an item: only active and done ones are shown. */
export type MemoryItemStatus = 'active' | 'done' | 'superseded' | 'removed';

/** Events of an item. */
export type MemoryItemEvent =
  | { readonly type: 'DONE' }
  | { readonly type: 'REOPEN' }
  /** Another takes its place. */
  | { readonly type: 'CHANGE' }
  | { readonly type: 'REMOVE' };

const memoryItemMachine = setup({ types: { events: {} as MemoryItemEvent } }).createMachine({
  id: 'memory item',
  initial: 'active',
  states: {
    active: { on: { DONE: 'done', CHANGE: 'superseded', REMOVE: 'removed' } },
    done: { on: { REOPEN: 'active', CHANGE: 'superseded', REMOVE: 'removed' } },
    superseded: {},
    removed: {},
  },
});

/** Which status follows which. */
export const memoryItemTable = tableOf<MemoryItemStatus, MemoryItemEvent>(memoryItemMachine);
