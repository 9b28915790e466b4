import { at, firstPresent, isObject, parseJson, textAt } from '../../kit/json-value.ts';
import { firstId, isAside, OF_THE_REPLY, wordsOf } from '../names.ts';
import { PieceText } from '../piece-text.ts';
import { toldFailure } from '../told-failure.ts';
import { ASIDE, endedBy, idChanges, type Said, type Vocabulary } from '../vocabulary.ts';

const PIECE = new Set(
  'token delta chunk piece text content append stream response answer message reply output'.split(
    ' ',
  ),
);
/** These are what is new and nothing else. */
const ADDED = new Set(['token', 'delta', 'append']);
const END = new Set('done end ended complete completed finish finished stop'.split(' '));
/** Ends of a part, not of the turn. */
const OF_A_PART = new Set('text content token delta chunk block part'.split(' '));
const FAILED = /err|fail|abort|cancel|interrupt|tool|filter|stopped/i;

const ADDED_NAMES = ['delta', 'token', 'text_delta', 'textDelta'];
const TEXT_NAMES =
  'text content chunk piece answer response output reply completion generated_text'.split(' ');
/** Where an event is `{"event":"token","data":"…"}`; of an end this says anything. */
const PIECE_NAMES = [...TEXT_NAMES, 'data', 'value', 'payload'];
const KIND_NAMES = ['type', 'event', 'kind'];
const BEING_WRITTEN =
  /^(?:streaming|in.?progress|generating|writing|typing|partial|incomplete|running|processing)$/i;
const END_NAMES = 'done finished completed complete is_final isFinal final is_end last'.split(' ');

/** Names in the site's own plain words: `{"type":"token","text":…}`, `{"event":"message.delta","data":{…}}`. */
export const plainWords: Vocabulary = {
  name: 'plain-words',
  evidence: 'no protocol: names seen in chat pages and their servers in 2026',
  ends: 'mark',
  start() {
    const readText = textReader();
    return (value, name) => {
      const kind = kindOf(value, name);
      if (kind === null) return null;
      if (isAside(value, kind)) return ASIDE;
      const words = wordsOf(kind);
      const last = words.at(-1) ?? '';
      const before = words.slice(0, -1);
      if (!before.every((word) => OF_THE_REPLY.has(word))) return null;
      const failure = toldFailure(value);
      if (failure !== null) return { error: failure };
      if (END.has(last)) return before.some((word) => OF_A_PART.has(word)) ? ASIDE : ended(value);
      return PIECE.has(last) ? readText(value, ADDED.has(last), PIECE_NAMES) : null;
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
      if (typeof value === 'string') return readText({ text: value }, false);
      if (kindOf(value, name) !== null) return null;
      if (isAside(value, '')) return ASIDE;
      const end = firstPresent(value, END_NAMES);
      const reason = firstPresent(value, ['finish_reason', 'finishReason']);
      const status = textAt(value, 'status') ?? textAt(value, 'state') ?? '';
      const failure = toldFailure(value);
      if (failure !== null) return { error: failure };
      isBeingWritten ||= BEING_WRITTEN.test(status);
      // Alone it may be of the piece, or of anything.
      const byReason = endedBy(reason);
      const isDone = isBeingWritten && endedBy(status).finished === true;
      const isOver = end === true || byReason.finished === true || isDone;
      const said = readText(value, false);
      if (said === null && typeof end !== 'boolean') return null;
      const marksEnd =
        typeof end === 'boolean' || at(value, 'finish_reason') !== undefined || isBeingWritten;
      return { ...said, marksEnd, ...byReason, finished: isOver, over: isOver };
    };
  },
};

/** `isAdded`: the text is what is new; null: it is an end, and counts only where nothing came before. */
function textReader(): (
  value: unknown,
  isAdded: boolean | null,
  names?: readonly string[],
) => Said | null {
  const isOther = idChanges();
  let pieces = new PieceText();
  let isBlank = true;
  return (value, isAdded, names = TEXT_NAMES) => {
    const messageId = firstId(value, ['message_id', 'messageId']) ?? null;
    const begins = isOther(messageId) || at(value, 'overwrite') === true;
    if (begins) pieces = new PieceText();
    if (begins) isBlank = true;
    const addedName = ADDED_NAMES.find((name) => typeof at(value, name) === 'string');
    const name = addedName ?? names.find((each) => typeof at(value, each) === 'string');
    const text = name === undefined ? null : textAt(value, name);
    if (text === null) return isAdded === null ? { begins, messageId } : null;
    if (isAdded === null && !isBlank) return { messageId };
    isBlank &&= text === '';
    if (isAdded === true || addedName !== undefined) return { begins, messageId, text };
    const added = pieces.add(text);
    const known = pieces;
    return { begins, messageId, text: added, whole: () => known.whole() };
  };
}

function kindOf(value: unknown, name: string): string | null {
  const own = KIND_NAMES.map((each) => textAt(value, each)).find((each) => each !== null);
  return own ?? (name === 'message' ? null : name);
}

/** Of an error; each of its braces is tried. */
const LONGEST_JSON = 4_096;
const ACKNOWLEDGED = /^(?:ok|okay|success|done|accepted|sent|received|true|\d+)\W*$/i;

/** The name that text gets which is not JSON and no events. */
export const PLAIN_TEXT = 'text/plain';

/** No line of a reply, but for one within a fence, which another line ends. */
function endsInJson(text: string): boolean {
  const end = text.trimEnd();
  if (!end.endsWith('}')) return false;
  for (let at = end.lastIndexOf('{'); at >= 0; at = at === 0 ? -1 : end.lastIndexOf('{', at - 1)) {
    if (end.length - at > LONGEST_JSON) return false;
    if (isObject(parseJson(end.slice(at)))) return true;
  }
  return false;
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
    return ACKNOWLEDGED.test(value.trim()) || endsInJson(value) ? ASIDE : { text: value };
  },
};
