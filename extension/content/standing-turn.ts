import type { LookRequest } from '../messages/page-messages.ts';
import type { NumberedTurn } from './rendered-turns.ts';
import { isShownAlone } from './same-message.ts';

/** Our message as the last that a person sent in a page, and the one turn that stands after it, if there is one. */
export interface StandingTurn {
  readonly turn: NumberedTurn;
  readonly answer: NumberedTurn | null;
}

/**
 * Our message in a page that has no history to read. The same may have been said before: so it must stand right after
 * what was the last turn when ours was about to leave, or be the first of all.
 */
export function standingTurn(
  turns: readonly NumberedTurn[],
  { message_text: ours, known_user_message_ids: known }: LookRequest,
): StandingTurn | null {
  const at = turns.findLastIndex(({ role }) => role === 'user');
  const turn = turns[at];
  if (turn === undefined || known === null || !isShownAlone(turn.text, ours)) return null;
  // guard: shown-question
  if (known.includes(turn.id) || turns[at - 1]?.id !== known.at(-1)) return null;
  const [answer = null, ...more] = turns.slice(at + 1);
  return { turn, answer: more.length > 0 || answer?.text === '' ? null : answer };
}
