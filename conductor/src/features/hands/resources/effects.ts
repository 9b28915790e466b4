import type { ResourceStatus } from './resource.machine.ts';
import { effect } from '../../../engine/plan.ts';

/** A call of the resource may be next. */
export const resourceCallsWait = effect<{ readonly resourceId: string }>('resourceCallsWait');
/** The call has ended: those who wait for it hear of it. */
export const resourceCallEnded = effect<{ readonly callId: string }>('resourceCallEnded');

export const resourceChanged = effect<{
  readonly resourceId: string;
  readonly chatSessionId: string;
  readonly status: ResourceStatus;
}>('resourceChanged');
