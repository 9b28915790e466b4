import type { ResponseOf } from '../../../shared/api/operations.ts';

/** Open questions, work under way, and faults. */
export type Overview = ResponseOf<'getOverview'>;
