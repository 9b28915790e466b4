import { isObject } from '../kit/json-value.ts';
import { isOfReply, OF_THE_REPLY, wordsOf } from './names.ts';
import { endedBy, type Said } from './vocabulary.ts';

const END = new Set(
  `close closed complete completed done end ended eos eot finalize finalized finish finished last over stop
  stopped`.split(/\s+/),
);
/** Ends of a part, not of the turn. */
const OF_A_PART = new Set('text content token delta chunk block part item step'.split(' '));
const DEPTH = 3;

/** `message.done`, `finalizeResponseStream`: `turn`; `text-end`: `part`. */
export function endIn(words: readonly string[]): 'turn' | 'part' | null {
  if (!words.some((word) => END.has(word))) return null;
  return words.some((word) => OF_A_PART.has(word)) ? 'part' : 'turn';
}

/**
 * Returns what a value's fields say about the end: `done`, `is_final`, `close` are true or false, and a reason is in
 * `finish_reason` and its kin, also within the containers of a reply. Null: nothing.
 */
export function endOf(value: unknown, depth = 0): Said | null {
  if (!isObject(value) || depth > DEPTH) return null;
  const found = Object.entries(value).flatMap(([name, field]) => saidIn(name, field, depth));
  // A reason says more of the end than that it is one.
  const reason = found.find(({ finished, complete }) => finished === false || complete);
  const all: readonly Said[] = [...found, ...(reason ? [reason] : [])];
  return found.length === 0 ? null : all.reduce((one, other) => ({ ...one, ...other }));
}

function saidIn(name: string, field: unknown, depth: number): readonly Said[] {
  const words = wordsOf(name);
  if (words.includes('reason') && endIn(words) !== null)
    return [{ marksEnd: true, ...(field !== null && endedBy(field)) }];
  if (typeof field === 'boolean' && isEndName(words))
    return [{ marksEnd: true, ...(field && { finished: true }) }];
  if (typeof field !== 'object' || !isOfReply(name)) return [];
  const list: readonly unknown[] = Array.isArray(field) ? field : [field];
  return list.flatMap((each) => endOf(each, depth + 1) ?? []);
}

/** Names of nothing but an end, and of what ends. */
function isEndName(words: readonly string[]): boolean {
  const isKnown = (word: string): boolean =>
    END.has(word) || word === 'is' || word === 'final' || OF_THE_REPLY.has(word);
  return (
    words.every(isKnown) &&
    words.some((word) => END.has(word) || word === 'final') &&
    !words.some((word) => OF_A_PART.has(word))
  );
}
