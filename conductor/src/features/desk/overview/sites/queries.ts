import type { QueryType } from '../../../../engine/query.ts';

export interface SiteCounts {
  readonly conversations: number;
  readonly delivered: number;
  /** Counts of failed deliveries, by error code. */
  readonly failed: Readonly<Record<string, number>>;
}

/** The queries of this feature, by name. */
export interface SitesQueries {
  /** Counts by site: its conversations, and the outcomes of deliveries begun since then. */
  readonly siteCounts: QueryType<{ readonly since: number }, ReadonlyMap<string, SiteCounts>>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends SitesQueries {}
}
