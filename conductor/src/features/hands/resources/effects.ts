import type { ResourceStatus } from './resource.machine.ts';

/** Effects that may follow a commit of this feature. */
export interface ResourcesEffects {
  /** A call of the resource may be next. */
  resource_calls_wait: { readonly resourceId: string };
  /** The call has ended: those who wait for it hear of it. */
  resource_call_ended: { readonly callId: string };
  resource_changed: {
    readonly resourceId: string;
    readonly chatSessionId: string;
    readonly status: ResourceStatus;
  };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends ResourcesEffects {}
}
