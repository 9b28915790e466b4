import { table } from '../../../engine/tables.ts'; /** A paired browser. */
export interface Client {
  readonly clientId: string;
  readonly tokenHash: string;
  /** Exact Origin of the extension that paired; the bridge takes this one from it and no other. */
  readonly origin: string;
  readonly browserName: string;
  readonly browserVersion: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly revokedAt: number | null;
  /** Highest seq of the browser's that is durable here. */
  readonly lastReceivedSeq: number;
  /** Highest seq given to a frame for the browser. */
  readonly lastSentSeq: number;
  readonly version: number;
}

export const CLIENTS = table<Client>('clients');
