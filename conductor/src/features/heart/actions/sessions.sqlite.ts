import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { rowOf } from '../../../stores/sqlite/row-list.ts';
import { marksHeardBy, sessionOf } from '../lineage/feature.ts';
import type * as queries from './queries.ts';
import { instructionById } from './tables.sqlite.ts';

/** Queries for the session of an action's conversation, and for what was read there. */
export const sessionQueries: Pick<
  QueryImplementations<typeof queries>,
  'readMarks' | 'sessionOfAction'
> = {
  sessionOfAction(db, { instructionId }) {
    const action = rowOf(db, instructionById, instructionId);
    const of = action && sessionOf(db, action.conversationKey);
    return of && { ...of, conversationKey: action.conversationKey };
  },
  readMarks: (db, { instructionId }) =>
    marksHeardBy(db, rowOf(db, instructionById, instructionId)?.conversationKey ?? null),
};
