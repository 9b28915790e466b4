import type { Nothing, QueryType } from '../../engine/query.ts';
import type { Client } from './rows.ts';

export interface ShownClient {
  readonly client: Client;
  /** Frames that it has not acked. */
  readonly outbox: number;
}

export interface BrowsersQueries {
  /** Paired ones, the first paired first. */
  readonly shownClients: QueryType<Nothing, readonly ShownClient[]>;
  readonly client: QueryType<{ readonly clientId: string }, Client | null>;
  readonly clientByTokenHash: QueryType<{ readonly tokenHash: string }, Client | null>;
  readonly pairedClients: QueryType<Nothing, readonly Client[]>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends BrowsersQueries {}
}
