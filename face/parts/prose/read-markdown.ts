import { Lexer, type Token } from 'marked';

/** Most `*` and `_` in a paragraph. The library compares each with all others: 13,000 take a minute. */
const MOST_STRESSES = 100;

/** Most other marks in a paragraph. */
const MOST_MARKS = 1_000;

/** Quotes and lists in each other, all begun in one line. */
const TOO_DEEP = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){17}/m;

/** The parts of a text in Markdown, in a time that its length bounds. Where marks are too many, they stand as written. */
export function readMarkdown(text: string): readonly Token[] {
  if (TOO_DEEP.test(text)) return [asWritten(text)]; // guard: prose-depth
  return new BoundedLexer({ gfm: true }).lex(text);
}

class BoundedLexer extends Lexer {
  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    const isTooMuch =
      // guard: prose-stresses
      count(text, /[*_]/g) > MOST_STRESSES || count(text, /[[\]<!~`\\&]/g) > MOST_MARKS;
    if (!isTooMuch) return super.inlineTokens(text, tokens);
    tokens.push(asWritten(text));
    return tokens;
  }
}

function asWritten(text: string): Token {
  return { type: 'text', raw: text, text };
}

function count(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0;
}
