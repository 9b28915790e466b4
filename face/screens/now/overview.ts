import type { ResponseOf } from '../../../shared/api/operations.ts';

/** What needs a person, what moves, and what is wrong. */
export type Overview = ResponseOf<'getOverview'>;
