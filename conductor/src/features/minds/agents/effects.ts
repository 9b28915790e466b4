import { effect } from '../../../engine/plan.ts';

/** A run can go on: a step is to be begun, or has ended. */
export const runAgent = effect<{ readonly runId: string }>('runAgent');
/** A person stopped the run: what it has under way is to be aborted. */
export const agentStopping = effect<{ readonly runId: string }>('agentStopping');
/** A run ended: another may have its place. */
export const agentEnded = effect<{ readonly runId: string }>('agentEnded');
