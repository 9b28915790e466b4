import { GenericReplyDecoder } from '../generic/decode-stream.ts';
import type { ReplyDecoder, ReplyEvent, TappedRequest } from '../platform.ts';
import { describeSend } from './describe-send.ts';

export function decodeReply(request: TappedRequest, contentType: string): ReplyDecoder | null {
  if (describeSend(request) === null || !contentType.startsWith('text/event-stream')) return null;
  // The whole history is in the request: with it, equal answers of two sessions keep two ids.
  return new NextchatReplyDecoder(request.body ?? '');
}

/** A provider's stream. It knows nothing of the page's sessions, so what it calls a conversation is none. */
export class NextchatReplyDecoder implements ReplyDecoder {
  readonly #provider: GenericReplyDecoder;

  constructor(context: string) {
    this.#provider = new GenericReplyDecoder('text/event-stream', context);
  }

  push(text: string): readonly ReplyEvent[] {
    return this.#provider.push(text).filter(isOfTheReply);
  }

  end(): readonly ReplyEvent[] {
    return this.#provider.end().filter(isOfTheReply);
  }
}

function isOfTheReply({ type }: ReplyEvent): boolean {
  return type === 'delta' || type === 'final' || type === 'error';
}
