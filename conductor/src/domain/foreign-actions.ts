import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import type { JsonObject } from './baa/json-value.ts';
import { canonicalAction, findForeignActions } from './baa/find-foreign-actions.ts';
import { plan, type Plan } from './plan.ts';
import type { ForeignAction, Instruction } from './rows.ts';

interface ForeignWords extends Pick<ForeignAction, 'source' | 'sourceId'> {
  readonly conversationKey: ConversationKey;
  readonly text: string;
  readonly now: number;
  /** Actions that Baton itself names in the text, in canonical form. */
  readonly own?: readonly string[];
}

/**
 * Keeps which actions stand in words that are not the assistant's own. One that it writes then may be theirs, and asks
 * (steps/judge-instruction.ts).
 */
export function noteForeignActions({ text, now, own = [], ...where }: ForeignWords): Plan {
  const actions = findForeignActions(text).filter((action) => !own.includes(action));
  if (actions.length === 0) return plan({});
  return plan({ changes: [{ op: 'note_foreign_actions', actions, at: now, ...where }] });
}

/** The same for what a tool said. */
export function noteResult(row: Instruction, text: string, now: number): Plan {
  const { conversationKey, instructionId: sourceId } = row;
  return noteForeignActions({ conversationKey, text, source: 'result', sourceId, now });
}

/**
 * The same for why an action failed. That text may name the action, and for an `unknown_tool` those that may have been
 * meant: these names are Baton's words.
 */
export function noteFailure(row: Instruction, code: string, text: string, now: number): Plan {
  if (code === 'unknown_tool') return plan({});
  const { conversationKey, instructionId: sourceId, target, tool } = row;
  const own = [canonicalOf(row), canonicalAction(target, tool, {})];
  return noteForeignActions({ conversationKey, text, source: 'result', sourceId, now, own });
}

/** By which an action of the ledger is looked for among the foreign ones. */
export function canonicalOf({
  target,
  tool,
  paramsJson,
}: Pick<Instruction, 'target' | 'tool' | 'paramsJson'>): string {
  return canonicalAction(target, tool, JSON.parse(paramsJson) as JsonObject);
}
