import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import { findForeignActions } from '../../baa/find-foreign-actions.ts';
import { type Plan, plan } from '../../engine/plan.ts';
import type { ForeignAction } from './rows.ts';

interface ForeignWords extends Pick<ForeignAction, 'source' | 'sourceId'> {
  readonly conversationKey: ConversationKey;
  readonly text: string;
  readonly now: number;
  /** Actions that Baton itself names in the text, in canonical form. */
  readonly own?: readonly string[];
}

/**
 * The plan that stores which actions stand in words that are not the assistant's own. If the assistant writes one of
 * them later, it needs an approval (steps/judge-instruction.ts).
 */
export function noteForeignActions({ text, now, own = [], ...where }: ForeignWords): Plan {
  const actions = findForeignActions(text).filter((action) => !own.includes(action));
  if (actions.length === 0) return plan({});
  return plan({ changes: [{ op: 'note_foreign_actions', actions, at: now, ...where }] });
}
