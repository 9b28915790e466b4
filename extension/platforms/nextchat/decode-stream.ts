import { GenericReplyReader } from '../generic/decode-stream.ts';
import type { ReplyEvent, TappedRequest } from '../platform.ts';
import { ReplyDecoder, type ReplyReader } from '../kit/reply-decoder.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { describeSend } from './describe-send.ts';

const EVENTS = 'text/event-stream';

export function decodeReply(request: TappedRequest, contentType: string): ReplyDecoder | null {
  if (describeSend(request) === null || !contentType.startsWith(EVENTS)) return null;
  // The whole history is in the request: with it, equal answers of two sessions keep two ids.
  return new ReplyDecoder(new SseSplitter(), new NextchatReplyReader(request.body ?? ''));
}

/** A provider's stream. It knows nothing of the page's sessions, so what it calls a conversation is none. */
export class NextchatReplyReader implements ReplyReader {
  readonly #provider: GenericReplyReader;

  constructor(context: string) {
    this.#provider = new GenericReplyReader(EVENTS, { context });
  }

  read(value: unknown, name: string): readonly ReplyEvent[] {
    return this.#provider.read(value, name).filter(isOfTheReply);
  }

  readWords(words: string, name: string): readonly ReplyEvent[] {
    return this.#provider.readWords(words, name);
  }

  done(): readonly ReplyEvent[] {
    return this.#provider.done();
  }

  end(): readonly ReplyEvent[] {
    return this.#provider.end();
  }
}

function isOfTheReply({ type }: ReplyEvent): boolean {
  return type === 'delta' || type === 'final' || type === 'error';
}
