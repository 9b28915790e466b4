import { type AgentDefinition, ORCHESTRATOR_LIMITS, WORKER_LIMITS } from './agent-definition.ts';

/** Agents that are there without anyone having written one. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    agentId: 'assistant',
    kind: 'orchestrator',
    description: 'Answers, and uses the tools of this machine as far as the rules allow.',
    models: [],
    tools: ['**::**'],
    instructions:
      'You help the person who talks to you. Use a tool where it gives a better answer than your memory. Say what you did, and what you could not do.',
    limits: ORCHESTRATOR_LIMITS,
  },
  {
    agentId: 'time',
    kind: 'worker',
    description: 'Tells the time: the smallest agent that uses a tool.',
    models: [],
    tools: ['conductor::time'],
    instructions: 'Call the tool conductor::time once, then say the time it gave in one sentence.',
    limits: WORKER_LIMITS,
  },
];
