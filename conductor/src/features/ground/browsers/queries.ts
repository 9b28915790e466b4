import type { OutgoingFrame } from '../../../engine/plan.ts';
import { type Nothing, query } from '../../../engine/query.ts';
import type { Client } from './rows.ts';

export interface ShownClient {
  readonly client: Client;
  /** Number of frames that the browser has not acked. */
  readonly outbox: number;
}

/** All paired browsers, the first paired first. */
export const shownClients = query<Nothing, readonly ShownClient[]>('shownClients');

export const client = query<{ readonly clientId: string }, Client | null>('client');
/** Ids of those whose counters stand above what can be counted. */
export const overcountedClients = query<Nothing, readonly string[]>('overcountedClients');
/** Frames that wait for the browser, in order. */
export const framesFor = query<{ readonly clientId: string }, readonly OutgoingFrame['frame'][]>(
  'framesFor',
);

export const clientByTokenHash = query<{ readonly tokenHash: string }, Client | null>(
  'clientByTokenHash',
);

export const pairedClients = query<Nothing, readonly Client[]>('pairedClients');
