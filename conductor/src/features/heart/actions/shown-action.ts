import { MAX_WHOLE_PARAMS } from '../../../../../shared/protocol/index.ts';
import type { MessageAnchor } from '../conversations/feature.ts';
import { findActions } from './find-actions.ts';
import type { FoundAction } from './instruct-reply.ts';

export const MAX_SHOWN_APPROVALS = 20;

/** Longest short text of a frame. */
const MAX_PARAMS_LENGTH = 2_000;

/** Places, among all actions of the reply, of those that a popup shows whole: what a click on it says yes to. */
export function placesShownWhole({ rawText }: Pick<MessageAnchor, 'rawText'>): readonly number[] {
  // guard: held-shown
  return readableOf(rawText)
    .slice(0, MAX_SHOWN_APPROVALS)
    .filter(({ paramsJson }) => fitsPopup(paramsJson))
    .map(({ position }) => position);
}

/**
 * Longest reply, in characters, whose actions are offered: it is parsed whenever a browser is told of its conversation.
 */
const LONGEST_OFFERED = 100_000;

type Readable = Extract<FoundAction, { readonly ok: true }> & { readonly position: number };

/** The actions of a reply that can be read and offered, with their place among all. */
export function readableOf(rawText: string): readonly Readable[] {
  if (rawText.length > LONGEST_OFFERED) return []; // guard: offered-length
  return findActions(rawText).flatMap((action, position) =>
    action.ok ? [{ ...action, position }] : [],
  );
}

/** Tells whether a browser can show all that would run. */
export function fitsPopup(paramsJson: string): boolean {
  return paramsJson.length <= MAX_WHOLE_PARAMS;
}

/** Params as a popup shows them: short, and whole beside where that is more and still fits. */
export function shownWhole(paramsJson: string): {
  readonly params: string;
  readonly params_length: number;
  readonly whole_params?: string;
} {
  const params = cut(paramsJson);
  return {
    params,
    params_length: paramsJson.length,
    ...(params !== paramsJson && fitsPopup(paramsJson) && { whole_params: paramsJson }),
  };
}

function cut(text: string): string {
  if (text.length <= MAX_PARAMS_LENGTH) return text;
  return `${text.slice(0, MAX_PARAMS_LENGTH - 1).toWellFormed()}…`;
}
