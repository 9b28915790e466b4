import { and, eq, inArray, sql } from 'drizzle-orm';

import { ANY_ACTION } from '../../baa/find-foreign-actions.ts';
import type { Db } from '../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { foreignActions } from '../conversations/tables.sqlite.ts';
import { instructions } from './tables.sqlite.ts';
import { fingerprint, type ForeignAction, heardBy } from '../conversations/feature.ts';
import { canonicalOf } from './foreign-results.ts';

const actionOf = preparedQuery((db) => {
  const { target, tool, paramsJson } = instructions;
  return db
    .select({ target, tool, paramsJson })
    .from(instructions)
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .prepare();
});

const HEARD = heardBy('instructions.conversation_key');

const noted = preparedQuery((db) =>
  db
    .select({ source: foreignActions.source, sourceId: foreignActions.sourceId })
    .from(instructions)
    .innerJoin(
      foreignActions,
      and(
        sql`${foreignActions.conversationKey} in (${sql.raw(HEARD)})`,
        inArray(foreignActions.fingerprint, [sql.placeholder('one'), sql.placeholder('any')]),
      ),
    )
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .limit(1)
    .prepare(),
);

/** Where the action stands in words of others; null: in none. */
export function foreignActionOf(db: Db, instructionId: string): ForeignAction | null {
  const action = actionOf(db).get({ instructionId });
  if (action === undefined) return null;
  const one = fingerprint(canonicalOf(action));
  return noted(db).get({ instructionId, one, any: fingerprint(ANY_ACTION) }) ?? null;
}
