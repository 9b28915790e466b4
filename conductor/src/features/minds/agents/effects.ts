/** Effects that may follow a commit of this feature. */
export interface AgentsEffects {
  /** A run can go on: a step is to be begun, or has ended. */
  run_agent: { readonly runId: string };
  /** A person stopped the run: what it has under way is to be aborted. */
  agent_stopping: { readonly runId: string };
  /** A run ended: another may have its place. */
  agent_ended: { readonly runId: string };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends AgentsEffects {}
}
