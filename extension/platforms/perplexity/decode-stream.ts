import { at, idAt, isObject, listAt } from '../kit/json-value.ts';
import type { ReplyEvent } from '../platform.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { questionId } from './describe-send.ts';
import { EntryBlocks } from './entry-blocks.ts';
import { isDeflection, readEntryError, statusOf } from './entry-status.ts';

/**
 * Reads the event stream of a send: states of one entry, whole or as changes. Final once the entry is
 * COMPLETED in its last event and its text was said to be; an answer that the person stopped is COMPLETED
 * as well, but its text never is. Source: site.md.
 */
export class PerplexityReplyReader implements ReplyReader {
  #blocks = new EntryBlocks();
  #entryId: string | null = null;
  #slug: string | null = null;
  #isTextCompleted = false;
  #isOver = false;
  #toldLength = 0;

  read(entry: unknown): readonly ReplyEvent[] {
    if (!isObject(entry)) return [];
    const events = [...this.#learnThread(entry), ...this.#learnEntry(entry)];
    if (this.#isOver) return events;
    this.#blocks.take(listAt(entry, 'blocks'));
    this.#isTextCompleted ||= at(entry, 'text_completed') === true;
    return [...events, ...this.#progress(entry)];
  }

  #progress(entry: unknown): readonly ReplyEvent[] {
    const answer = this.#blocks.answer();
    const error = readEntryError(entry, answer?.text ?? '');
    if (error !== null) {
      this.#isOver = true;
      return [{ type: 'error', ...error }];
    }
    const text = answer?.text.slice(this.#toldLength) ?? '';
    this.#toldLength += text.length;
    const events: ReplyEvent[] = text === '' ? [] : [{ type: 'delta', text }];
    if (statusOf(entry) !== 'COMPLETED' || !this.#isTextCompleted) return events;
    const isWhole = at(entry, 'final_sse_message') === true || answer?.isDone === true;
    if (!isWhole || answer === null || this.#entryId === null || isDeflection(answer.text)) {
      return events;
    }
    this.#isOver = true;
    return [...events, { type: 'final', assistantMessageId: this.#entryId, text: answer.text }];
  }

  #learnThread(entry: unknown): readonly ReplyEvent[] {
    const slug = idAt(entry, 'thread_url_slug');
    if (slug === null || slug === this.#slug) return [];
    this.#slug = slug;
    return [{ type: 'conversation', remoteConversationId: slug }];
  }

  /** The site has an entry for our question: it is in the thread. */
  #learnEntry(entry: unknown): readonly ReplyEvent[] {
    const id = idAt(entry, 'backend_uuid');
    if (id === null || id === this.#entryId) return [];
    this.#blocks = new EntryBlocks();
    this.#entryId = id;
    this.#isTextCompleted = false;
    this.#isOver = false;
    this.#toldLength = 0;
    return [{ type: 'user_turn', messageId: questionId(id) }];
  }
}
