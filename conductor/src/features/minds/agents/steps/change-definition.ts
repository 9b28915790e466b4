import { insert, plan, remove, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { AgentDefinition } from '../agent-definition.ts';
import * as agents from '../queries.ts';
import { AGENT_DEFINITIONS } from '../rows.ts';

interface PutAgentDefinitionInput {
  readonly definition: AgentDefinition;
  readonly via: string;
  readonly now: number;
}

/** Makes or replaces an agent. Sessions with it go on with what it was when they were opened. */
export const putAgentDefinition = defineStep({
  name: 'put agent definition',
  load: ({ definition: { agentId } }: PutAgentDefinitionInput) => ({
    before: agents.agentDefinition({ agentId }),
  }),
  decide({ before }, { definition, via, now }): Decision<null> {
    const { agentId } = definition;
    const row = { agentId, definition, createdAt: now, updatedAt: now, version: 1 };
    return {
      plan: plan({
        changes: [
          before === null
            ? insert(AGENT_DEFINITIONS, row)
            : update(AGENT_DEFINITIONS, before, { definition, updatedAt: now }),
        ],
        events: [about('agent.put', agentId, via, now)],
      }),
      outcome: null,
    };
  },
});

interface RemoveAgentDefinitionInput {
  readonly agentId: string;
  readonly via: string;
  readonly now: number;
}

/** Removes an agent that was put. Tells whether there was one. */
export const removeAgentDefinition = defineStep({
  name: 'remove agent definition',
  load: ({ agentId }: RemoveAgentDefinitionInput) => ({
    before: agents.agentDefinition({ agentId }),
  }),
  decide({ before }, { agentId, via, now }): Decision<boolean> {
    if (before === null) return { plan: plan({}), outcome: false };
    return {
      plan: plan({
        changes: [remove(AGENT_DEFINITIONS, before)],
        events: [about('agent.removed', agentId, via, now)],
      }),
      outcome: true,
    };
  },
});

function about(type: `agent.${string}`, subjectId: string, via: string, at: number) {
  return { type, subjectId, conversationKey: null, actor: 'person', at, detail: { via } } as const;
}
