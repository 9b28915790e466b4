import { effect } from '../../../engine/plan.ts';
import { type Nothing } from '../../../engine/query.ts';

/** A rule was added, changed or removed. */
export const policyChanged = effect<Nothing>('policyChanged');
