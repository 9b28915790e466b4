import type { QueryType } from '../../../../engine/query.ts';

export interface SiteCounts {
  readonly conversations: number;
  readonly delivered: number;
  /** By error code. */
  readonly failed: Readonly<Record<string, number>>;
}

/** The queries of this feature, by name. */
export interface SitesQueries {
  /** By site: its conversations, and what came of deliveries begun since then. */
  readonly siteCounts: QueryType<{ readonly since: number }, ReadonlyMap<string, SiteCounts>>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends SitesQueries {}
}
