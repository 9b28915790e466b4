import type { Asked } from '../../engine/query.ts';
import type { Client } from './rows.ts';

export interface BrowsersQueries {
  readonly client: Asked<{ readonly clientId: string }, Client | null>;
  readonly pairedClients: Asked<Readonly<Record<never, never>>, readonly Client[]>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends BrowsersQueries {}
}
