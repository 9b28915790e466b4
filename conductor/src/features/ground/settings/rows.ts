import { table } from '../../../engine/tables.ts'; /** A setting that a person changed; one without a row has its default. */
export interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly updatedAt: number;
  readonly version: number;
}

export const SETTINGS = table<Setting>('settings');
