/** What may follow a commit of this feature. */
export interface RunsEffects {
  /** Something of a run changed: it may have more to do. */
  run_changed: { readonly runId: string };
}

declare module '../../engine/plan.ts' {
  interface Effects extends RunsEffects {}
}
