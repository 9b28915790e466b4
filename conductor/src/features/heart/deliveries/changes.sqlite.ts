import { sql } from 'drizzle-orm';

import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { attemptHolders } from './tables.sqlite.ts';
import type * as changes from './changes.ts';
import type { GivenTo } from '../../../engine/handle.ts';

const upsertHolder = preparedQuery((db) =>
  db
    .insert(attemptHolders)
    .values({
      jobId: sql.placeholder('jobId'),
      attempt: sql.placeholder('attempt'),
      clientId: sql.placeholder('clientId'),
    })
    .onConflictDoUpdate({
      target: [attemptHolders.jobId, attemptHolders.attempt],
      set: { clientId: sql`excluded.client_id` },
    })
    .prepare(),
);

export function recordAttemptHolder(
  db: Db,
  { jobId, attempt, clientId }: GivenTo<typeof changes.recordAttemptHolder>,
): void {
  upsertHolder(db).run({ jobId, attempt, clientId });
}
