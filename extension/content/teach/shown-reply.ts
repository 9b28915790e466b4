import { pause } from '../pause.ts';
import { queryPath } from '../compose/query-deep.ts';
import { isShownAs } from '../same-message.ts';
import { waitForPage } from '../wait-for-page.ts';

/** A page lags its answer, and may animate it in. */
const SHOWN_WITHIN_MS = 60_000;
const MAX_TEXTS = 5_000;

/** So long the same must be shown before it is taken for all of it. */
const SAME_FOR_MS = 1_000;
/** A turn in a page lies no deeper in what holds it alone. */
const MAX_AROUND = 6;

/**
 * The reply in an answer whose words nobody knows, where a person showed which part of the page is a reply: the text
 * of the whole answer that the newest reply in the page shows. Null where the two do not meet: what is only shown
 * may be unfinished, and what only came may be anything.
 */
export async function shownReply(
  answer: string,
  replies: string,
  signal: AbortSignal,
): Promise<string | null> {
  const texts = textsIn(answer);
  const find = (): string | null => newestShown(texts, replies);
  const giveUpAt = Date.now() + SHOWN_WITHIN_MS;
  await waitForPage(() => find() !== null, { withinMs: SHOWN_WITHIN_MS, signal });
  for (let found = find(); Date.now() < giveUpAt && !signal.aborted;) {
    await pause(SAME_FOR_MS, signal);
    const again = find();
    if (again === found) return found;
    found = again;
  }
  return null;
}

/** The same, of an answer that came before the page was shown around. */
export function shownNow(answer: string, replies: string): string | null {
  return newestShown(textsIn(answer), replies);
}

function newestShown(texts: readonly string[], replies: string): string | null {
  const newest = queryPath(replies).at(-1);
  return newest === undefined ? null : shownText(newest, texts);
}

/**
 * The longest of these texts that an element shows, or what lies closely around it: where that shows more of the
 * answer, the element is a part of the reply, and a part is never the reply.
 */
export function shownText(element: Element, texts: readonly string[]): string | null {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length);
  const shownIn = (one: Element): string | null =>
    longestFirst.find((text) => isShownAs(one.textContent, text)) ?? null;
  let found = shownIn(element);
  let around = element.parentElement;
  for (let level = 0; level < MAX_AROUND && around !== null && found !== null; level += 1) {
    const more = shownIn(around);
    if (more !== null && more.length > found.length) found = more; // guard: whole-reply
    around = around.parentElement;
  }
  return found;
}

/**
 * Every text of an answer that may be the reply. In a document each, and those of one field in a row, as it may be in
 * pieces; of what came bit by bit only the whole: in a row, or the last where each holds the one before.
 */
export function textsIn(answer: string): readonly string[] {
  const byField = new Map<string, string[]>();
  const values = valuesIn(answer);
  for (const value of values) collect(value, '', byField);
  const isInPieces = values.filter((value) => value !== undefined).length > 1;
  return [...byField.values()].flatMap((texts) => {
    if (!isInPieces) return [...texts.slice(0, MAX_TEXTS), texts.join('')];
    const isGrowing = texts.every((text, index) => text.startsWith(texts[index - 1] ?? ''));
    return [isGrowing ? (texts.at(-1) ?? '') : texts.join('')];
  });
}

function valuesIn(answer: string): readonly unknown[] {
  const whole = parsed(answer);
  if (whole !== undefined) return [whole];
  return answer.split('\n').map((line) => parsed(line.replace(/^data:/, '')));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A comment, an event's name, the end mark.
  }
}

function collect(value: unknown, field: string, into: Map<string, string[]>): void {
  if (typeof value === 'string') {
    const texts = into.get(field);
    if (texts === undefined) into.set(field, [value]);
    else texts.push(value);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    collect(inner, Array.isArray(value) ? field : `${field}.${name}`, into);
  }
}
