import { isShownAs } from '../same-message.ts';
import { untilPage } from '../until-page.ts';

/** A page lags its answer, and may animate it in. */
const SHOWN_WITHIN_MS = 60_000;
const MAX_TEXTS = 5_000;

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
  const texts = textsIn(answer).toSorted((one, other) => other.length - one.length);
  const find = (): string | null => {
    const shown = [...document.querySelectorAll(replies)].at(-1)?.textContent ?? '';
    return texts.find((text) => isShownAs(shown, text)) ?? null;
  };
  await untilPage(() => find() !== null, { withinMs: SHOWN_WITHIN_MS, signal });
  return find();
}

/** Every text of an answer in JSON, JSON lines or events, and those of one field in a row: it may come in pieces. */
export function textsIn(answer: string): readonly string[] {
  const byField = new Map<string, string[]>();
  for (const value of valuesIn(answer)) collect(value, '', byField);
  return [...byField.values()].flatMap((texts) => [...texts.slice(0, MAX_TEXTS), texts.join('')]);
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
  if (typeof value === 'string') into.set(field, [...(into.get(field) ?? []), value]);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    collect(inner, Array.isArray(value) ? field : `${field}.${name}`, into);
  }
}
