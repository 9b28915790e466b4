import { and, eq, inArray, sql } from 'drizzle-orm';

import { ANY_ACTION } from '../../baa/find-foreign-actions.ts';
import type { Db } from '../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { foreignActions } from '../conversations/tables.sqlite.ts';
import { instructions } from './tables.sqlite.ts';
import { fingerprint, type ForeignAction } from '../conversations/feature.ts';
import { canonicalOf } from './foreign-results.ts';

const actionOf = preparedQuery((db) => {
  const { conversationKey, target, tool, paramsJson } = instructions;
  return db
    .select({ conversationKey, target, tool, paramsJson })
    .from(instructions)
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .prepare();
});

const noted = preparedQuery((db) =>
  db
    .select({ source: foreignActions.source, sourceId: foreignActions.sourceId })
    .from(foreignActions)
    .where(
      and(
        eq(foreignActions.conversationKey, sql.placeholder('conversationKey')),
        inArray(foreignActions.fingerprint, [sql.placeholder('one'), sql.placeholder('any')]),
      ),
    )
    .limit(1)
    .prepare(),
);

/** Where the action stands in words of others; null: in none. */
export function foreignActionOf(db: Db, instructionId: string): ForeignAction | null {
  const action = actionOf(db).get({ instructionId });
  if (action === undefined) return null;
  const { conversationKey } = action;
  const one = fingerprint(canonicalOf(action));
  return noted(db).get({ conversationKey, one, any: fingerprint(ANY_ACTION) }) ?? null;
}
