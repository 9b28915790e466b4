import { at, firstPresent, isObject, parseJson, textAt } from '../../kit/json-value.ts';
import { firstId, isAside, isOfReply, kindIn, wordsOf } from '../names.ts';
import { PieceText } from '../piece-text.ts';
import { endIn, endOf } from '../scored-end.ts';
import { scoreOfKind, textsIn } from '../scored-text.ts';
import { toldFailure } from '../told-failure.ts';
import { EVENT_TEXT, EVENT_TEXT_END } from '../word-events.ts';
import { ASIDE, endedBy, idChanges, type Said, type Vocabulary } from '../vocabulary.ts';

const FAILED = /err|fail|abort|cancel|interrupt|tool|filter|stopped/i;
const BEING_WRITTEN =
  /^(?:streaming|in.?progress|generating|writing|typing|partial|incomplete|running|processing)$/i;
/** A field without a kind must say more of itself than one with. */
const LEAST_WITH_KIND = 3;
const LEAST_ALONE = 2;
const LEAST = 1;

/** Names in the site's own plain words: `{"type":"token","text":…}`, `{"event":"message.delta","data":{…}}`. */
export const plainWords: Vocabulary = {
  name: 'plain-words',
  evidence: 'no protocol: names seen in chat pages and their servers in 2026',
  ends: 'mark',
  start() {
    const readText = textReader();
    const isBeside = besideReader();
    return (value, name) => {
      const kind = kindOf(value, name);
      if (kind === null) return null;
      const words = wordsOf(kind);
      if (isBeside(value, words) || isAside(value, kind)) return ASIDE;
      if (!isOfReply(kind)) return null;
      const end = endIn(words);
      const failure = toldFailure(value);
      if (failure !== null) return { error: failure };
      if (end === 'part') return ASIDE;
      if (end === 'turn') return ended(value);
      const fields = endOf(value);
      const said = readText(value, LEAST_WITH_KIND - scoreOfKind(kind), fields !== null);
      if (said === null) return fields?.finished === true ? { ...fields, over: true } : null;
      return { ...said, ...fields, isLast: words.includes('final') };
    };
    function ended(value: unknown): Said {
      const outcome = firstPresent(value, ['status', 'reason', 'finish_reason', 'finishReason']);
      const { complete } = endedBy(outcome);
      const finished =
        complete !== undefined || typeof outcome !== 'string' || !FAILED.test(outcome);
      // The end may repeat the whole, or be all there is.
      return { ...readText(value, null), finished, ...(complete && { complete }), over: true };
    }
  },
};

/** Texts without any name, and answers that are one document. */
export const barePieces: Vocabulary = {
  name: 'bare-pieces',
  evidence: 'npm deep-chat 2.4.2 `{text}` (2026-11); answers of one piece, as `{output}` of n8n',
  ends: 'transfer',
  start() {
    const readText = textReader();
    let isBeingWritten = false;
    return (value, name) => {
      if (typeof value === 'string') return readText({ text: value }, LEAST_ALONE);
      if (kindOf(value, name) !== null) return null;
      if (isAside(value, '')) return ASIDE;
      const failure = toldFailure(value);
      if (failure !== null) return { error: failure };
      const status = textAt(value, 'status') ?? textAt(value, 'state') ?? '';
      isBeingWritten ||= BEING_WRITTEN.test(status);
      const end = endOf(value);
      // Alone it may be of the piece, or of anything.
      const isDone = isBeingWritten && endedBy(status).finished === true;
      const finished = end?.finished === true || isDone;
      const said = readText(value, LEAST_ALONE, end !== null);
      if (said === null && end === null) return null;
      const marksEnd = end?.marksEnd === true || isBeingWritten;
      return { ...said, ...end, marksEnd, finished, over: finished };
    };
  },
};

/** `least`: the score that a text needs; null: it is of an end, and counts only where nothing came before. */
function textReader(): (value: unknown, least: number | null, isAll?: boolean) => Said | null {
  const isOther = idChanges();
  const before = new Map<string, string>();
  let pieces = new PieceText();
  let isBlank = true;
  let lastPlace = '';
  return (value, least, isAll = false) => {
    const messageId = firstId(value, ['message_id', 'messageId']) ?? null;
    const begins = isOther(messageId) || at(value, 'overwrite') === true;
    if (begins) pieces = new PieceText();
    if (begins) isBlank = true;
    const texts = textsIn(value, before, isAll);
    const best = texts.find(({ score }) => score >= Math.max(least ?? LEAST_ALONE, LEAST));
    for (const { place, text } of texts) before.set(place, text);
    if (best === undefined) return least === null || begins ? { begins, messageId } : null;
    const { text, isAdded, place } = best;
    if (least === null && !isBlank) return { messageId };
    // Another field than before: it may say all of it again.
    const sofar = place === lastPlace ? '' : (pieces.whole() ?? '');
    if (text !== '') lastPlace = place;
    if (sofar !== '' && text.startsWith(sofar)) pieces = new PieceText();
    isBlank &&= text === '';
    if (isAdded) return { begins, messageId, text };
    const added = pieces.add(text);
    const known = pieces;
    return { begins, messageId, text: added, whole: () => known.whole() };
  };
}

const BEGIN = new Set('start started begin begins added created new'.split(' '));

/** Recognises values beside the answer: those after such a part began, until the next one begins or it ends. */
function besideReader(): (value: unknown, words: readonly string[]) => boolean {
  let isBeside = false;
  return (value, words) => {
    if (words.some((word) => BEGIN.has(word))) {
      isBeside = Object.values(isObject(value) ? value : {}).some(
        (part) => isObject(part) && isAside(part, kindIn(part) ?? ''),
      );
      return isBeside;
    }
    const wasBeside = isBeside;
    if (endIn(words) !== null) isBeside = false;
    return wasBeside && endIn(words) !== 'turn';
  };
}

function kindOf(value: unknown, name: string): string | null {
  return kindIn(value) ?? (name === 'message' ? null : name);
}

/** Maximum length of an error; each of its braces is tried. */
const LONGEST_JSON = 4_096;
const ACKNOWLEDGED = /^(?:ok|okay|success|done|accepted|sent|received|true|\d+)\W*$/i;

/** `[DONE]`, `<|end|>` and the like, where all else is text. */
const MARK = /^[[<][^\w\s]?([\w ]{2,20})[^\w\s]?[\]>]$/;

/** The name that text gets which is not JSON and no events. */
export const PLAIN_TEXT = 'text/plain';

/**
 * Returns the JSON object at the end of a text. No line of a reply is one, except in a fence, which another line ends.
 */
function jsonAtEnd(text: string): object | null {
  const end = text.trimEnd();
  if (!end.endsWith('}')) return null;
  for (let at = end.lastIndexOf('{'); at >= 0; at = at === 0 ? -1 : end.lastIndexOf('{', at - 1)) {
    if (end.length - at > LONGEST_JSON) return null;
    const value = parseJson(end.slice(at));
    if (isObject(value)) return value;
  }
  return null;
}

/** The answer as it is, and nothing but the answer. */
export const plainText: Vocabulary = {
  name: 'plain-text',
  evidence:
    'text stream of npm ai 5.0.277, PlainText of assistant-stream 0.3.44, nlux 2.17.1 (2026-11)',
  ends: 'transfer',
  start: () => (value, name) => {
    if (name !== PLAIN_TEXT || typeof value !== 'string') return null;
    // A server that fails after it began has no other place to say so.
    const last = jsonAtEnd(value);
    const failure = toldFailure(last);
    if (failure !== null) return { error: failure };
    const [, mark] = MARK.exec(value.trim()) ?? [];
    if (mark !== undefined && endIn(wordsOf(mark)) === 'turn')
      return { finished: true, over: true };
    return last !== null || ACKNOWLEDGED.test(value.trim()) ? ASIDE : { text: value };
  },
};

/** All that such a stream says where the reply comes another way. */
const RECEIPT = /^(?:ok|accepted|connected|pending|processing|queued|received|sent|started)\W*$/i;

/** Events whose data is nothing but text. */
export const wordEvents: Vocabulary = {
  name: 'word-events',
  evidence:
    'npm htmx-ext-sse 2.2.4; text/event-stream of a Flux of texts in Spring AI (read 2026-11)',
  ends: 'transfer',
  start() {
    let text = '';
    return (value, name) => {
      if (typeof value !== 'string') return null;
      if (name === EVENT_TEXT) {
        text += value;
        const whole = (): string | null => (RECEIPT.test(text.trim()) ? null : text);
        return { text: value, whole };
      }
      if (name !== EVENT_TEXT_END) return null;
      const failure = toldFailure(jsonAtEnd(text));
      if (failure !== null) return { error: failure };
      // The end may hold the whole, or a word for the end.
      return { ...(text === '' && value !== '' && { text: value }), finished: true, over: true };
    };
  },
};
