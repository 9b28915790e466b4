import type { Database } from 'better-sqlite3';

/**
 * Removes the responses to requests that an older Baton kept in plain, from unused pages and the write-ahead log too. Runs
 * before the migration that drops their column: where it is cut short, the next start does it again.
 */
export function wipePlainResponses(client: Database): void {
  const plain = `select 1 from pragma_table_info('idempotency_keys') where name = 'response_body'`;
  if (client.prepare(plain).get() === undefined) return;
  client.exec('delete from idempotency_keys');
  client.exec('vacuum');
  client.pragma('wal_checkpoint(TRUNCATE)');
}
