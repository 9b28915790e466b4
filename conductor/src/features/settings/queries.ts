import type { Asked } from '../../engine/query.ts';
import type { Setting } from './rows.ts';

export interface SettingsQueries {
  readonly setting: Asked<{ readonly name: string }, Setting | null>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends SettingsQueries {}
}
