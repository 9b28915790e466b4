import { createHash } from 'node:crypto';

import { sql } from 'drizzle-orm';

import type { Db } from '../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { foreignActions } from './tables.sqlite.ts';
import type { ConversationsChanges } from './changes.ts';

const note = preparedQuery((db) =>
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
  { actions, ...row }: ConversationsChanges['note_foreign_actions'],
): void {
  for (const action of actions) note(db).run({ ...row, fingerprint: fingerprint(action) });
}

export function fingerprint(action: string): string {
  return createHash('sha256').update(action).digest('base64url');
}
