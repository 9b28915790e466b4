import { fitsGlob } from '../../../../shared/lib/glob.ts';
import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { Manual } from '../actions/feature.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { OfferedTool } from './model-port.ts';

/** The tools that an agent is told of: those it may know, and that no rule denies it whatever the params. */
export async function offeredTools(
  manual: Manual,
  conversationKey: ConversationKey,
  { tools: patterns }: Pick<AgentDefinition, 'tools'>,
): Promise<readonly OfferedTool[]> {
  const targets = await manual.targets(conversationKey);
  return targets
    .flatMap(({ tools }) => tools)
    .filter(({ tool, decision }) => decision !== 'deny' && isOffered(tool.id, patterns))
    .map(({ tool: { id, help, paramsSchema } }) => ({ name: id, description: help, paramsSchema }));
}

/** May an agent with these patterns know of that tool? */
export function isOffered(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => fitsGlob(pattern, name));
}
