import { query } from '../../../../engine/query.ts';

export interface SiteCounts {
  readonly conversations: number;
  readonly delivered: number;
  /** Counts of failed deliveries, by error code. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Counts by site: its conversations, and the outcomes of deliveries begun since then. */
export const siteCounts = query<{ readonly since: number }, ReadonlyMap<string, SiteCounts>>(
  'siteCounts',
);
