import { createHash } from 'node:crypto';

import { and, eq, inArray, sql } from 'drizzle-orm';

import { ANY_ACTION } from '../domain/baa/find-foreign-actions.ts';
import { canonicalOf } from '../domain/foreign-actions.ts';
import type { Change } from '../domain/plan.ts';
import type { ForeignAction } from '../domain/rows.ts';
import { keptQuery } from './kept-query.ts';
import type { Db } from './open-database.ts';
import { foreignActions, instructions } from './schema.ts';

const note = keptQuery((db) =>
  db
    .insert(foreignActions)
    .values({
      conversationKey: sql.placeholder('conversationKey'),
      fingerprint: sql.placeholder('fingerprint'),
      source: sql.placeholder('source'),
      sourceId: sql.placeholder('sourceId'),
      at: sql.placeholder('at'),
    })
    .onConflictDoUpdate({
      target: [foreignActions.conversationKey, foreignActions.fingerprint],
      set: {
        source: sql`excluded.source`,
        sourceId: sql`excluded.source_id`,
        at: sql`excluded.at`,
      },
    })
    .prepare(),
);

export function noteForeignActions(
  db: Db,
  { actions, ...row }: Extract<Change, { op: 'note_foreign_actions' }>,
): void {
  for (const action of actions) note(db).run({ ...row, fingerprint: fingerprint(action) });
}

const actionOf = keptQuery((db) => {
  const { conversationKey, target, tool, paramsJson } = instructions;
  return db
    .select({ conversationKey, target, tool, paramsJson })
    .from(instructions)
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .prepare();
});

const noted = keptQuery((db) =>
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

function fingerprint(action: string): string {
  return createHash('sha256').update(action).digest('base64url');
}
