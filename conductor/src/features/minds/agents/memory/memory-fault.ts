import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { memoryItemTable } from './memory-item.machine.ts';
import { type MemoryWish, touched } from './memory-wish.ts';
import type { MemoryItem } from './rows.ts';

/** Why a wish cannot be, of the items that it names, in a memory of that version. Null: it can. */
export function faultOf(
  wish: MemoryWish,
  named: readonly MemoryItem[],
  version: number,
): CodedError | null {
  const touches = touched(wish);
  const twice = touches.find(({ id }, at) => touches.findIndex((one) => one.id === id) < at);
  if (twice !== undefined)
    return { code: 'invalid_transition', text: `${twice.id} is named twice. Name it once.` };
  for (const { id, event } of touches) {
    const item = named.find(({ itemId }) => itemId === id);
    if (item === undefined)
      return { code: 'not_found', text: `The memory has no ${id}; its version is ${version}.` };
    if (item.changedIn > wish.expectVersion)
      return { code: 'memory_conflict', text: conflictText(item, version) };
    const isTodosOwn = event.type === 'DONE' || event.type === 'REOPEN';
    if (isTodosOwn && item.kind !== 'todos')
      return { code: 'invalid_transition', text: `${id} is no todo: only those are done.` };
    if (!memoryItemTable.can(item.status, event))
      return { code: 'invalid_transition', text: `${id} is ${standing(item)}.` };
  }
  return null;
}

function conflictText(item: MemoryItem, version: number): string {
  return `${item.itemId} was changed since you read it: it is ${standing(item)}, and the memory is at version ${version}. Decide anew, and name that version.`;
}

function standing({ status, text, supersededBy }: MemoryItem): string {
  if (status === 'superseded') return `replaced by ${supersededBy}`;
  if (status === 'removed') return 'removed';
  return `${status} and reads ${JSON.stringify(text)}`;
}
