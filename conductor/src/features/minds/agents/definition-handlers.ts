import { agentId } from '../../../../../shared/api/agent-fields.ts';
import type { agentsOperations } from '../../../../../shared/api/agents.ts';
import type { ApiError } from '../../../../../shared/api/operation.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';
import { nearNames } from '../../../baa/near-names.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, unknown } from '../../../engine/not-found.ts';
import type { Manual } from '../../heart/actions/feature.ts';
import { type AgentRegistry, definitionOf } from './agent-registry.ts';
import { describePrompt, type PromptMaker } from './describe-prompt.ts';
import type { Models } from './model-port.ts';
import { tokensOf } from './prompt-size.ts';
import { putAgentDefinition, removeAgentDefinition } from './steps/change-definition.ts';
import { agentView } from './views.ts';
import { AGENT_FILES } from './given.ts';

type DefinitionOperations = Pick<
  typeof agentsOperations,
  'listAgents' | 'getAgent' | 'putAgent' | 'removeAgent' | 'getAgentPrompt'
>;

/** Handles what programs and people ask of agent definitions. */
export function createDefinitionHandlers(
  { store, read, now, given }: Pick<Kit, 'store' | 'read' | 'now' | 'given'>,
  deps: {
    readonly registry: AgentRegistry;
    readonly models: Models;
    readonly manual: Manual;
    readonly prompt: PromptMaker;
  },
): HandlersOf<DefinitionOperations> {
  const { registry, models } = deps;
  return {
    async listAgents() {
      const [items, faults] = await Promise.all([registry.all(), registry.faults()]);
      const { folder } = given(AGENT_FILES);
      return ok({ items: items.map(agentView), folder, faults: [...faults] });
    },

    async getAgent({ params: { id } }) {
      const agent = await registry.find(id);
      return agent === null
        ? err(await unknownAgent(registry, id, 'params.id'))
        : ok(agentView(agent));
    },

    async putAgent({ params: { id }, body }, { via }) {
      const named = agentId.safeParse(id);
      if (!named.success) {
        const text = `The name of an agent ${named.error.issues[0]?.message}.`;
        return err({ code: 'invalid_request', text, field: 'params.id' });
      }
      for (const [at, ref] of body.models.entries()) {
        const fault = models.check(ref);
        if (fault !== null) return err({ ...fault, field: `body.models.${at}` });
      }
      const definition = definitionOf({ agentId: id, wish: body });
      await store.run(putAgentDefinition, { definition, via, now: now() });
      const agent = await registry.find(id);
      return found(agent && agentView(agent), 'agent', id);
    },

    async removeAgent({ params: { id } }, { via }) {
      const agent = await registry.find(id);
      if (agent === null) return err(await unknownAgent(registry, id, 'params.id'));
      if (agent.source !== 'db') {
        const from = agent.source === 'file' ? 'stands in a file: remove that' : 'is built in';
        return err({ code: 'invalid_transition', text: `The agent ${id} ${from}.` });
      }
      const removed = await store.run(removeAgentDefinition, { agentId: id, via, now: now() });
      // Another request may have been faster.
      return removed ? ok({ deleted: true }) : err(unknown('agent', id, 'params.id'));
    },

    async getAgentPrompt({ params: { id }, query: { session } }) {
      const sections = await describePrompt({ read, ...deps }, id, session);
      if (sections === null)
        return session === undefined
          ? err(await unknownAgent(registry, id, 'params.id'))
          : err(unknown('session of this agent', session, 'query.session'));
      const text = sections.map((section) => section.text).join('\n\n');
      return ok({ text, tokens: Math.ceil(tokensOf(text)), sections: [...sections] });
    },
  };
}

/** There is no agent of that id; names near it are in the text. */
export async function unknownAgent(
  registry: AgentRegistry,
  agentId: string,
  field: string,
): Promise<ApiError> {
  const ids = (await registry.all()).map(({ definition }) => definition.agentId);
  const near = nearNames(agentId, ids);
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  const code = field === 'params.id' ? 'not_found' : 'agent_unknown';
  return { code, text: `There is no agent ${agentId}.${hint}`, field };
}
