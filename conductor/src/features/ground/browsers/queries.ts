import type { OutgoingFrame } from '../../../engine/plan.ts';
import type { Nothing, QueryType } from '../../../engine/query.ts';
import type { Client } from './rows.ts';

export interface ShownClient {
  readonly client: Client;
  /** Number of frames that the browser has not acked. */
  readonly outbox: number;
}

/** The queries of this feature, by name. */
export interface BrowsersQueries {
  /** All paired browsers, the first paired first. */
  readonly shownClients: QueryType<Nothing, readonly ShownClient[]>;
  readonly client: QueryType<{ readonly clientId: string }, Client | null>;
  /** Ids of those whose counters stand above what can be counted. */
  readonly overcountedClients: QueryType<Nothing, readonly string[]>;
  /** Frames that wait for the browser, in order. */
  readonly framesFor: QueryType<{ readonly clientId: string }, readonly OutgoingFrame['frame'][]>;
  readonly clientByTokenHash: QueryType<{ readonly tokenHash: string }, Client | null>;
  readonly pairedClients: QueryType<Nothing, readonly Client[]>;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends BrowsersQueries {}
}
