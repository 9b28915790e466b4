import { listAt, parseJson } from '../kit/json-value.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import type { ReplyEvent } from '../platform.ts';
import { cleanText } from './clean-text.ts';
import { itemAt, textItemAt } from './item-at.ts';
import { idFromWire } from './locate.ts';
import { readErrorCode, readStreamError } from './read-refusal.ts';

/** Stands in the place of the text when the answer is a card; the text is then elsewhere. */
const CARD = /^https?:\/\/googleusercontent\.com\/card_content\/\d+/;
const COMPLETE = 2;

/**
 * Reads frames that each hold the whole answer so far. Final is the answer marked as complete, once the
 * closing frame `["e", …]` has come (site.md, Replies). The first draft is the one that is shown.
 */
export class GeminiReplyReader implements ReplyReader {
  #conversationId: string | null = null;
  #answerId: string | null = null;
  #text = '';
  #isComplete = false;
  #errorCode: number | null = null;
  #damaged = false;
  #isOver = false;

  read(frame: unknown): readonly ReplyEvent[] {
    if (!Array.isArray(frame)) this.#damaged = true;
    return listAt({ frame }, 'frame').flatMap((entry) => this.#readEntry(entry));
  }

  #readEntry(entry: unknown): readonly ReplyEvent[] {
    switch (itemAt(entry, 0)) {
      case 'wrb.fr':
        this.#errorCode = readErrorCode(entry) ?? this.#errorCode;
        return this.#readBody(textItemAt(entry, 2));
      case 'e':
        return this.#finish();
      default:
        return [];
    }
  }

  #readBody(body: string | null): readonly ReplyEvent[] {
    if (body === null) return [];
    const value = parseJson(body);
    if (!Array.isArray(value)) this.#damaged = true;
    const events: ReplyEvent[] = [];
    const conversationId = idFromWire(itemAt(value, 1, 0));
    if (conversationId !== null && conversationId !== this.#conversationId) {
      this.#conversationId = conversationId;
      events.push({ type: 'conversation', remoteConversationId: conversationId });
    }
    return [...events, ...this.#readCandidate(itemAt(value, 4, 0))];
  }

  #readCandidate(candidate: unknown): readonly ReplyEvent[] {
    const id = textItemAt(candidate, 0);
    if (id === null) return [];
    const written = textItemAt(candidate, 1, 0) ?? '';
    const text = CARD.test(written) ? (textItemAt(candidate, 22, 0) ?? written) : written;
    const told = id === this.#answerId ? this.#text : '';
    this.#answerId = id;
    this.#text = text;
    this.#isComplete = itemAt(candidate, 8, 0) === COMPLETE;
    // A text that was rewritten is told by the final alone.
    const isLonger = text.length > told.length && text.startsWith(told);
    return isLonger ? [{ type: 'delta', text: text.slice(told.length) }] : [];
  }

  #finish(): readonly ReplyEvent[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    if (this.#answerId === null) {
      // The same codes end good replies, too: only without an answer do they mean something.
      const code = this.#errorCode;
      return code === null ? [] : [{ type: 'error', ...readStreamError(code) }];
    }
    if (!this.#isComplete || this.#damaged) return [];
    const answer = cleanText(this.#text);
    return [{ type: 'final', assistantMessageId: this.#answerId, text: answer }];
  }
}
