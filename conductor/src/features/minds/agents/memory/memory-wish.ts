import type * as z from 'zod';

import type { memoryChange } from '../../../../../../shared/api/memory.ts';
import type { MemoryItemEvent } from './memory-item.machine.ts';
import type { MemoryKind } from './rows.ts';

export interface NewItem {
  readonly text: string;
  readonly note: string | null;
}

/** Changes to a memory, as they were asked for. */
export interface MemoryWish {
  readonly expectVersion: number;
  readonly add: Readonly<Record<MemoryKind, readonly NewItem[]>>;
  readonly change: readonly ({ readonly id: string } & NewItem)[];
  readonly done: readonly string[];
  readonly reopen: readonly string[];
  readonly remove: readonly { readonly id: string; readonly why: string }[];
}

/** An item that is named, and what happens to it. */
interface Touch {
  readonly id: string;
  readonly event: MemoryItemEvent;
}

/** All items that a wish names, each as often as it does. */
export function touched({ change, done, reopen, remove }: MemoryWish): readonly Touch[] {
  return [
    ...change.map(({ id }) => ({ id, event: { type: 'CHANGE' } }) as const),
    ...done.map((id) => ({ id, event: { type: 'DONE' } }) as const),
    ...reopen.map((id) => ({ id, event: { type: 'REOPEN' } }) as const),
    ...remove.map(({ id }) => ({ id, event: { type: 'REMOVE' } }) as const),
  ];
}

/** Converts what a program or an agent asked for. */
export function wishOf({
  expect_version: expectVersion,
  ...rest
}: z.output<typeof memoryChange>): MemoryWish {
  return { expectVersion, ...rest };
}
