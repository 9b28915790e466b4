import { type Nothing, query } from '../../../engine/query.ts';

/** The number of the newest line of the trail. */
export const newestEventId = query<Nothing, number>('newestEventId');
