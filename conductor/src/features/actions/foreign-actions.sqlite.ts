import { and, eq, inArray, sql } from 'drizzle-orm';

import { ANY_ACTION } from '../../baa/find-foreign-actions.ts';
import type { Db } from '../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { rowOf } from '../../stores/sqlite/row-list.ts';
import { foreignActions } from '../conversations/tables.sqlite.ts';
import { heardBy } from '../bindings/feature.ts';
import { fingerprint, type ForeignAction } from '../conversations/feature.ts';
import { canonicalOf } from './foreign-results.ts';
import { instructionById } from './tables.sqlite.ts';

const ANY = fingerprint(ANY_ACTION);

const noted = preparedQuery((db) =>
  db
    .select({ source: foreignActions.source, sourceId: foreignActions.sourceId })
    .from(foreignActions)
    .where(
      and(
        eq(foreignActions.conversationKey, sql.placeholder('key')),
        inArray(foreignActions.fingerprint, [sql.placeholder('one'), sql.placeholder('any')]),
      ),
    )
    .limit(1)
    .prepare(),
);

/** Where the action stands in words of others; null: in none. */
export function foreignActionOf(db: Db, instructionId: string): ForeignAction | null {
  const action = rowOf(db, instructionById, instructionId);
  if (action === null) return null;
  const one = fingerprint(canonicalOf(action));
  for (const key of heardBy(db, action.conversationKey)) {
    const found = noted(db).get({ key, one, any: ANY });
    if (found !== undefined) return found;
  }
  return null;
}
