import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Manual } from '../../heart/actions/feature.ts';
import type { OfferedTool } from './model-port.ts';
import type { AgentSession } from './rows.ts';
import { mayKnow } from './tool-packs.ts';

/** Tools that an agent is told of, and names that it may call. */
export interface KnownTools {
  /** Those it may know of and that no rule denies it whatever the params. */
  readonly offered: readonly OfferedTool[];
  /** May the session call something of that name? What is not there now may come back by then. */
  readonly isKnown: (name: string) => boolean;
}

/** Nothing: the last words of a run are words. */
export const NO_TOOLS: KnownTools = { offered: [], isKnown: () => false };

export async function knownTools(
  manual: Manual,
  conversationKey: ConversationKey | null,
  { definition, runMode }: Pick<AgentSession, 'definition' | 'runMode'>,
): Promise<KnownTools> {
  const targets = await manual.targets(conversationKey);
  const there = new Map(
    targets.flatMap(({ tools }) => tools).map((judged) => [judged.tool.id, judged]),
  );
  const isKnown = (id: string): boolean =>
    // Of what is not there nobody knows whether it changes something.
    mayKnow(definition, runMode, { id, readOnly: there.get(id)?.tool.readOnly ?? false });
  return {
    isKnown,
    offered: [...there.values()]
      .filter(({ tool, decision }) => decision !== 'deny' && isKnown(tool.id))
      .map(({ tool, decision }) => ({
        name: tool.id,
        description: tool.help,
        paramsSchema: tool.paramsSchema,
        asks: decision === 'ask',
        cost: tool.cost,
      })),
  };
}
