import { malformedOutcome } from '../../../baa/compose-results.ts';
import { parseActions } from '../../../baa/parse-actions.ts';
import type { FoundAction } from './instruct-reply.ts';

/** The actions of a reply in their order, those that cannot be read among them. */
export function findActions(rawText: string): FoundAction[] {
  return parseActions(rawText).map((action) => {
    if (!action.ok) {
      const outcome = malformedOutcome(action);
      return { ok: false, error: { code: 'malformed_action', text: outcome.text } };
    }
    const { target, tool, params } = action;
    return { ok: true, target, tool, paramsJson: JSON.stringify(params) };
  });
}
