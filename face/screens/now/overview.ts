import type { AnswerOf } from '../../../shared/api/operations.ts';

/** What needs a person, what moves, and what is wrong. */
export type Overview = AnswerOf<'getOverview'>;
