import type { Statements } from '../../stores/sqlite/statements.ts';

export interface ClientRow {
  readonly client_id: string;
  readonly browser_name: string;
  readonly browser_version: string;
  readonly origin: string;
  readonly outbox: number;
  readonly created_at: number;
  readonly last_seen_at: number;
}

/** Paired browsers, the first paired first. */
export function listClients(statements: Statements): ClientRow[] {
  return statements.all(`select client_id, browser_name, browser_version, origin, created_at, last_seen_at,
    (select count(*) from outbox o where o.client_id = clients.client_id) as outbox
    from clients where revoked_at is null order by created_at, client_id`);
}
