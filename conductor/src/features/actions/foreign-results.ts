import { canonicalAction } from '../../baa/find-foreign-actions.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import { type Plan, plan } from '../../engine/plan.ts';
import { noteForeignActions } from '../conversations/feature.ts';
import type { Instruction } from './rows.ts';

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
