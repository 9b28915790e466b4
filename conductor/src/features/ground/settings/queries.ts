import type { Nothing, QueryType } from '../../../engine/query.ts';
import type { Setting } from './rows.ts';

/** The queries of this feature, by name. */
export interface SettingsQueries {
  /** All that a person changed. */
  readonly settings: QueryType<Nothing, readonly Setting[]>;
  readonly setting: QueryType<{ readonly name: string }, Setting | null>;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends SettingsQueries {}
}
