/** One round of a conversation: a reply, and the message that answered it. */
export interface Round {
  /** The hash of its actions; null for a reply without actions. */
  readonly actionsHash: string | null;
  readonly rawText: string;
  /** The message that answered it; null if there is none yet. */
  readonly resultText: string | null;
}

/** Parts of a reply that are compared. */
export type Said = Pick<Round, 'actionsHash' | 'rawText'>;

/** How many of the latest rounds tell whether a reply could repeat any: two rounds that take turns count. */
export const TELLING_ROUNDS = 2;

/**
 * Tells whether the reply goes round in circles. It does when it repeats, for the `maxEqual`-th time in a row, a round
 * that was answered with the same results each time: then nothing new can come of it. Two rounds that take turns count
 * as well. 0 rounds never do.
 *
 * @param before Rounds since a person last spoke, the latest first.
 */
export function repeatsItself(reply: Said, before: readonly Round[], maxEqual: number): boolean {
  if (maxEqual <= 0) return false;
  return [1, 2].some((period) => repeatsWithPeriod(reply, before, maxEqual, period));
}

function repeatsWithPeriod(
  reply: Said,
  before: readonly Round[],
  maxEqual: number,
  period: number,
): boolean {
  const equal = before.filter((_round, index) => (index + 1) % period === 0).slice(0, maxEqual);
  if (equal.length < maxEqual) return false;
  const [last] = equal;
  return equal.every(
    (round) =>
      sayTheSame(round, reply) &&
      resultsOf(round.resultText) === resultsOf(last?.resultText ?? null),
  );
}

export function sayTheSame(a: Said, b: Said): boolean {
  return a.actionsHash === null && b.actionsHash === null
    ? a.rawText.trim() === b.rawText.trim()
    : a.actionsHash === b.actionsHash;
}

/** Removes what differs every time: the first line, which names the delivery, and the ids under which to read on. */
function resultsOf(text: string | null): string | null {
  if (text === null) return null;
  return text.slice(text.indexOf('\n') + 1).replaceAll(/artifact\.read::\{"id":"[^"]*"/g, '');
}

/** How many earlier rounds are needed to judge a reply. */
export function roundsToCompare(maxEqual: number): number {
  return maxEqual * 2;
}
