import type { AnswerTexts } from '../../platforms/platform.ts';

/** A reply that an answer holds and the page shows. */
export interface ShownReply {
  readonly text: string;
  /** true: nothing tells how what a person reads was written, or that its parts are of one reply. */
  readonly isUnsure: boolean;
}

type Shows = (text: string) => boolean;

/**
 * The likeliest of these that the page shows, or the longer one that holds it: a part is never the reply. Of several
 * texts under one name all must be shown.
 */
export function shownCandidate(
  candidates: readonly AnswerTexts[],
  shows: Shows,
): ShownReply | null {
  const shown = candidates.flatMap((each) => {
    const text = shownText(each, shows);
    if (text === null) return [];
    return [{ text, isUnsure: each.isRendered || !each.texts.includes(text) }];
  });
  const [first] = shown;
  return shown.find(({ text }) => isMore(text, first?.text ?? '')) ?? first ?? null;
}

function isMore(text: string, other: string): boolean {
  return text.length > other.length && text.includes(other.trim());
}

function shownText({ texts, isList }: AnswerTexts, shows: Shows): string | null {
  const [only] = texts.filter(shows);
  const count = texts.filter(shows).length;
  if (count === texts.length) return texts.join('\n');
  // As a page shows pieces of one text.
  if (shows(texts.join(''))) return texts.join('');
  return isList && count === 1 ? (only ?? null) : null;
}
