import type { Request } from '../../../shared/api/operation.ts';
import type { Operations, ResponseOf } from '../../../shared/api/operations.ts';
import type { WordKey } from '../../words/word.ts';

export type Agent = ResponseOf<'listAgents'>['items'][number];

type AgentWish = Request<Operations['putAgent']>['body'];

type Pack = Agent['tool_pack_keys'][number];

/** Sets of tools, by what they are good for. */
export const PACKS: Readonly<Record<Pack, WordKey>> = {
  'pack:orchestrator-base': 'agent_pack_base',
  'pack:worker-research': 'agent_pack_research',
  'pack:worker-project': 'agent_pack_project',
  'pack:ui-control': 'agent_pack_ui',
  'pack:chats': 'agent_pack_chats',
};

/** An agent as a person writes it; names in a text stand apart by commas or lines. */
export interface AgentDraft {
  readonly id: string;
  readonly kind: Agent['kind'];
  readonly description: string;
  readonly instructions: string;
  readonly models: string;
  readonly tools: string;
  readonly packs: readonly Pack[];
}

export function draftOfAgent(agent: Agent | null): AgentDraft {
  return {
    id: agent?.agent_id ?? '',
    // Whoever writes one here wants to talk to it.
    kind: agent?.kind ?? 'orchestrator',
    description: agent?.description ?? '',
    instructions: agent?.instructions ?? '',
    models: agent?.models.join(', ') ?? '',
    tools: agent?.tools.join(', ') ?? '',
    packs: agent?.tool_pack_keys ?? [],
  };
}

/** Returns the wish of a draft, or the missing part. Values without a field stay as they were. */
export function agentWish(draft: AgentDraft, before: Agent | null): AgentWish | WordKey {
  if (!/^[a-z][a-z0-9-]{0,62}$/.test(draft.id)) return 'agent_no_id';
  const description = draft.description.trim();
  const instructions = draft.instructions.trim();
  if (description === '') return 'agent_no_description';
  if (instructions === '') return 'agent_no_instructions';
  return {
    ...(before !== null && {
      output_schema: before.output_schema,
      limits: before.limits,
      compression: before.compression,
    }),
    kind: draft.kind,
    description,
    instructions,
    models: namesIn(draft.models),
    tools: namesIn(draft.tools),
    tool_pack_keys: [...draft.packs],
  };
}

function namesIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
