import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { PolicyRule } from './rows.ts';

/** A conversation of those whose rules hold in one: itself, who asked it, who asked that one, and so on. */
export interface Member {
  readonly conversationKey: ConversationKey;
  readonly agentId: string | null;
  /** The chat that serves it as its model. */
  readonly boundKey: ConversationKey | null;
}

/**
 * Tells whether a rule holds in a conversation. Rules that hold: those of all, its own, those of its agent, and the
 * same of the conversations from which a worker was asked: what is denied there, a worker may not do either. What a
 * chat is denied that serves one of them as its model is denied there as well.
 */
export function holdsIn(
  { conversationKey: of, agentId, decision }: PolicyRule,
  family: readonly Member[],
): boolean {
  if (of === null) return agentId === null || family.some((member) => member.agentId === agentId);
  return family.some(
    ({ conversationKey, boundKey }) =>
      conversationKey === of || (decision === 'deny' && boundKey === of), // guard: bound-denials
  );
}
