import { type Nothing, query } from '../../../engine/query.ts';

/** Browsers that hold dispatched jobs. */
export const leaseholders = query<Nothing, readonly string[]>('leaseholders');
/** Ids of the dispatched jobs that a browser holds. */
export const heldJobIds = query<{ readonly clientId: string }, readonly string[]>('heldJobIds');
