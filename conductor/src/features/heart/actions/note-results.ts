import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import { type Plan, plan } from '../../../engine/plan.ts';
import { noteForeignWords } from '../conversations/feature.ts';
import type { Instruction } from './rows.ts';

/** The plan that keeps what a tool said: an action that stands in it is not the assistant's own. */
export function noteResult(row: Instruction, text: string, now: number): Plan {
  const { conversationKey, instructionId: sourceId } = row;
  return noteForeignWords({ conversationKey, text, source: 'result', sourceId, now });
}

/** Codes of Baton's own messages on how an action is written. */
const OWN: readonly ErrorCode[] = ['unknown_tool', 'invalid_params'];

/** The same for why an action failed, but for Baton's own words on how it is written. What a server says is never those. */
export function noteFailure(row: Instruction, code: ErrorCode, text: string, now: number): Plan {
  return row.toolPin === null && OWN.includes(code) ? plan({}) : noteResult(row, text, now);
}
