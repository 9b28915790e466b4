import { at, isObject, textAt } from '../kit/json-value.ts';
import { JsonSplitter } from '../kit/json-splitter.ts';
import { unlessWhole } from '../kit/reply-event.ts';
import type { ReplyEvent, TappedRequest } from '../platform.ts';
import { ReplyDecoder, type ReplyReader } from '../kit/reply-decoder.ts';
import { codeOfStatus } from '../kit/refusal-by-status.ts';
import { ThoughtFilter, withoutThought } from '../kit/without-thought.ts';
import { describeSend, runIdOf } from './describe-send.ts';

export function decodeReply(request: TappedRequest, contentType: string): ReplyDecoder | null {
  const isLines = /^application\/(?:x-)?(?:jsonl|ndjson|json)|^text\//.test(contentType);
  const send = describeSend(request);
  if (!isLines || send === null) return null;
  // What a continued reply began with is not in the stream: no whole answer can be told.
  const runId = send.kind === 'continue' ? null : runIdOf(request);
  return new ReplyDecoder(new JsonSplitter(), new HfChatUiReplyReader(runId));
}

/**
 * Reads the lines of a reply. They never say the id of the message they write, so it goes by the id of its
 * run, which the history has as well. Final is an answer once the run is finished; one that was
 * interrupted was stopped. Source: site.md, Replies.
 */
export class HfChatUiReplyReader implements ReplyReader {
  readonly #thought = new ThoughtFilter();
  readonly #runId: string | null;
  #streamed = '';
  #usedTools = false;
  #answer: string | null = null;
  #isWhole = false;
  #isOver = false;

  constructor(runId: string | null) {
    this.#runId = runId;
  }

  read(update: unknown): readonly ReplyEvent[] {
    if (!isObject(update) || this.#isOver) return [];
    switch (update['type']) {
      case 'stream':
        return this.#tell(textAt(update, 'token') ?? '');
      case 'tool':
        this.#usedTools = true;
        return [];
      case 'finalAnswer':
        this.#answer = textAt(update, 'text');
        this.#isWhole = update['interrupted'] === false;
        return [];
      case 'status':
        if (update['status'] === 'error') return this.#fail(update);
        return update['status'] === 'finished' ? this.#finish() : [];
      default:
        return []; // Reasoning, files, titles.
    }
  }

  #tell(token: string): readonly ReplyEvent[] {
    // Tokens are padded, so that the length of a line gives nothing away.
    const piece = token.replaceAll('\0', '');
    this.#streamed += piece;
    const text = this.#thought.push(piece);
    return text === '' ? [] : [{ type: 'delta', text }];
  }

  #finish(): readonly ReplyEvent[] {
    this.#isOver = true;
    if (this.#answer === null || this.#runId === null) return [];
    const whole = this.#usedTools ? merged(this.#streamed, this.#answer) : this.#answer;
    const text = withoutThought(whole).trim();
    if (text === '') return [];
    const complete = unlessWhole(this.#isWhole ? 'whole' : 'stopped');
    return [{ type: 'final', assistantMessageId: this.#runId, text, ...complete }];
  }

  #fail(update: unknown): readonly ReplyEvent[] {
    this.#isOver = true;
    const status = at(update, 'statusCode');
    const code = typeof status === 'number' ? codeOfStatus(status) : 'send_rejected';
    const text = textAt(update, 'message') ?? 'The site reported an error.';
    return [{ type: 'error', code, text, retryAfterMs: null }];
  }
}

/** As the server stores a reply with tools: what came before them is kept (site.md, Replies). */
function merged(streamed: string, answer: string): string {
  if (streamed.endsWith(answer)) return streamed;
  if (answer.startsWith(streamed)) return answer;
  const isApart = streamed.endsWith('\n\n') || answer.startsWith('\n');
  return `${streamed}${isApart ? '' : '\n\n'}${answer}`;
}
