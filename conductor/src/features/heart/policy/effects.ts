/** Effects that may follow a commit of this feature. */
export interface PolicyEffects {
  /** A rule was added, changed or removed. */
  policy_changed: unknown;
}

declare module '../../../engine/plan.ts' {
  interface Effects extends PolicyEffects {}
}
