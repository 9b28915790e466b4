import { type Nothing, query } from '../../../engine/query.ts';
import type { Setting } from './rows.ts';

/** All that a person changed. */
export const settings = query<Nothing, readonly Setting[]>('settings');

export const setting = query<{ readonly name: string }, Setting | null>('setting');
