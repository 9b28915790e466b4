/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/gu;

/** A text as it is indexed: characters of scripts without spaces stand alone, so that any run of them is found. */
export function segmented(text: string): string {
  return text.replaceAll(UNSPACED, ' $& ');
}

/**
 * A person's plain words as an FTS5 query: all must occur, `"quoted words"` next to each other. Nothing they type is
 * syntax. Null: there is no word in it.
 */
export function searchQuery(
  words: string,
  {
    beginnings = false,
  }: {
    /** Words that begin so fit as well. */
    readonly beginnings?: boolean;
  } = {},
): string | null {
  const terms = [...words.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, phrase, word]) => segmented(phrase ?? word ?? ''))
    .map((term) => term.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim())
    .filter((term) => term !== '');
  const ending = beginnings ? ' *' : '';
  return terms.length === 0 ? null : terms.map((term) => `"${term}"${ending}`).join(' ');
}

/** A word that stands in every indexed text of a conversation and nowhere else: the index can look in one alone. */
export function conversationWord(localConversationId: string): string {
  return `in${localConversationId.replaceAll(/[^A-Za-z0-9]/g, 'x')}`;
}

const EXCERPT_LENGTH = 240;

/** First strong isolate and its end: they show nothing, and no text of a chat has a reason to hold them. */
const [MARK_START, MARK_END] = ['\u2068', '\u2069'];

/** The text around the first fit on one line; what fits stands between U+2068 and U+2069. */
export function excerpt(text: string, words: string): string {
  const plain = text.replaceAll(/[\u2068\u2069]/g, '');
  const wanted = [...words.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').trim())
    .filter((term) => term !== '');
  const lower = plain.toLowerCase();
  const fits = wanted
    .map((term) => ({ at: lower.indexOf(term.toLowerCase()), length: term.length }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  const [first] = fits;
  if (first === undefined) return oneLine(plain.slice(0, EXCERPT_LENGTH));
  const start = Math.max(0, first.at - EXCERPT_LENGTH / 3);
  const end = Math.min(plain.length, start + EXCERPT_LENGTH);
  return oneLine(
    [
      start > 0 ? '…' : '',
      plain.slice(start, first.at),
      MARK_START,
      plain.slice(first.at, first.at + first.length),
      MARK_END,
      plain.slice(first.at + first.length, end),
      end < plain.length ? '…' : '',
    ].join(''),
  ).toWellFormed();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
