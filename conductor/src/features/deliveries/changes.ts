/** Changes of deliveries that concern more than one row. */
export interface DeliveriesChanges {
  /** The try is the browser's: what it says of it counts, however late. */
  record_attempt_holder: {
    readonly jobId: string;
    readonly attempt: number;
    readonly clientId: string;
  };
}

declare module '../../engine/plan.ts' {
  interface Changes extends DeliveriesChanges {}
}
