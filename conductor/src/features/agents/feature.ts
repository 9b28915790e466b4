import { agentsOperations } from '../../../../shared/api/agents.ts';
import { feature } from '../../engine/feature.ts';
import type {} from './effects.ts';
import { agentsSqlite } from './sqlite.ts';
import { startAgents } from './start.ts';

export type { ModelEndpoint, ModelFault, ModelReply, ModelRequest, Models } from './model-port.ts';
export type { PromptMessage } from './prompt.ts';
export type { ToolPart } from './message-part.ts';

/** Agents: conversations whose assistant is a language model that Baton asks. */
export const agentsFeature = feature({
  name: 'agents',
  operations: agentsOperations,
  sqlite: agentsSqlite,
  start: startAgents,
});
