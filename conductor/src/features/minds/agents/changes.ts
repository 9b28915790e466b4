import type { StreamRow } from './queries.ts';

/** Changes of agents that concern more than one row. */
export interface AgentsChanges {
  /** Chunks of a run that follow those it has. */
  append_agent_stream: { readonly runId: string } & StreamRow;
  /** All its chunks go. */
  drop_agent_stream: { readonly runId: string };
}

declare module '../../../engine/plan.ts' {
  interface Changes extends AgentsChanges {}
}
