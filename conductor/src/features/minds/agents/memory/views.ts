import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import type { MemoryNow } from './queries.ts';
import type { MemoryItem, MemoryKind } from './rows.ts';

export type MemoryView = ResponseOf<'getMemory'>;

export function memoryView(sessionId: string, { memory, items }: MemoryNow): MemoryView {
  const of = (wanted: MemoryKind) => items.filter(({ kind }) => kind === wanted).map(itemView);
  return {
    session_id: sessionId,
    version: memory?.version ?? 0,
    goals: of('goals'),
    decisions: of('decisions'),
    todos: of('todos'),
    facts: of('facts'),
    open_questions: of('open_questions'),
  };
}

function itemView(item: MemoryItem): MemoryView['goals'][number] {
  const { itemId, text, note, status, changedBy, createdAt, updatedAt } = item;
  return {
    id: itemId,
    text,
    note,
    status: status === 'done' ? 'done' : 'active',
    by: changedBy,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
