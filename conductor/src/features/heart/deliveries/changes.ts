/** Changes of deliveries that concern more than one row. */
export interface DeliveriesChanges {
  /** The attempt belongs to that browser: its report counts, however late it comes. */
  record_attempt_holder: {
    readonly jobId: string;
    readonly attempt: number;
    readonly clientId: string;
  };
}

declare module '../../../engine/plan.ts' {
  interface Changes extends DeliveriesChanges {}
}
