import {
  EVENT_MARKUP,
  EVENT_SOURCE,
  type Platform,
  RECORD_END,
  type ReplyDecoder,
  type ReplyEvent,
  SOCKET_METHOD,
  SOCKET_TEXTS,
} from '../platforms/platform.ts';
import type { PageEvent } from './connect-tap.ts';
import type { Exchange, ExchangeListener } from './exchange.ts';

/** A reply that fell silent for so long is taken for broken off: what comes then is not its rest. */
const SILENT_AFTER_MS = 30_000;

interface Awaiting {
  readonly exchange: Exchange;
  /** The WebSocket it was sent over; null for a request, whose reply may come over any. */
  readonly source: number | null;
  /** Another reply was coming in when this was sent: the next text may still be of that one. */
  readonly isCrowded: boolean;
  readonly decoders: Map<number, ReplyDecoder | null>;
  lastHeardAt: number;
  /** How many texts came since, and how many of them brought something of the reply. */
  texts: number;
  pieces: number;
  /** Source that brought a part of the reply last. */
  comesOver: number | null;
  accepted: boolean;
}

/**
 * Replies that come over a WebSocket or an EventSource, which name no request: each text belongs to the newest send
 * that waits for its reply, over the same socket where it went over one. Texts nobody waits for are not read.
 */
export class SourceReplies {
  readonly #platform: Platform;
  readonly #listener: ExchangeListener;
  readonly #standsStill: () => Promise<boolean>;
  #awaiting: readonly Awaiting[] = [];
  /** A reply on this page came in more than one text: none is whole because nothing follows. */
  #isInPieces = false;

  /** @param standsStill Fulfilled after a moment: has the page come to rest, and waits for nothing but a person? */
  constructor(platform: Platform, listener: ExchangeListener, standsStill: () => Promise<boolean>) {
    this.#platform = platform;
    this.#listener = listener;
    this.#standsStill = standsStill;
  }

  awaits(exchange: Exchange, source: number | null): void {
    const now = Date.now();
    const others = this.#awaiting.filter((other) => other.source === source);
    const isCrowded = others.some((other) => now - other.lastHeardAt < SILENT_AFTER_MS);
    this.#awaiting = [
      ...this.#awaiting.filter((other) => other.source !== source),
      {
        exchange,
        source,
        isCrowded,
        decoders: new Map(),
        lastHeardAt: now,
        texts: 0,
        pieces: 0,
        comesOver: null,
        accepted: false,
      },
    ];
  }

  /** Stops waiting for a reply that came, this way or another, or never will. */
  answered(exchange: Exchange): void {
    this.#awaiting = this.#awaiting.filter((one) => one.exchange !== exchange);
  }

  /** @param of The send whose reply alone the source brings, and ends with; null: it may bring anything. */
  take(
    {
      source,
      name,
      text,
    }: Pick<Extract<PageEvent, { kind: 'message' }>, 'source' | 'name' | 'text'>,
    of: Exchange | null = null,
  ): void {
    const one = this.#waitingFor(source, name === null);
    if (one === null) return;
    const decoder = one.decoders.has(source)
      ? one.decoders.get(source)
      : this.#platform.decodeReply(one.exchange.request, contentTypeOf(one.exchange, name, of));
    one.decoders.set(source, decoder ?? null);
    if (!decoder) return;
    const piece = name === null ? text + RECORD_END : asEvent(name, text);
    one.texts += 1;
    const events = decoder.push(piece);
    // Said back to its author, a message is no part of the reply.
    const said = one.exchange.send?.text;
    if (events.some((event) => event.type === 'delta' && event.text !== said)) one.pieces += 1;
    this.#isInPieces ||= one.pieces > 1;
    this.#tell(one, source, events);
    if (of === null) void this.#rest(one, source, decoder);
  }

  /** Ends a reply that came as one text, if nothing follows: only that shows that it is whole. */
  async #rest(one: Awaiting, source: number, decoder: ReplyDecoder): Promise<void> {
    const { texts } = one;
    const isStill = await this.#standsStill();
    const isLast = texts === one.texts && this.#awaiting.includes(one);
    if (isStill && isLast && !this.#isInPieces) this.#tell(one, source, decoder.atRest());
  }

  /**
   * @param of As above.
   * @param isWhole False: it broke, and its end tells nothing of the reply that it alone brings.
   */
  closed(source: number, of: Exchange | null = null, isWhole = true): void {
    for (const one of this.#awaiting) {
      const decoder = one.decoders.get(source);
      one.decoders.delete(source);
      if (decoder && isWhole) this.#tell(one, source, decoder.end());
      if (one.source !== source) {
        // A reply to a request was coming in over it.
        const isBringing = one.comesOver === source || one.exchange === of;
        if (isBringing && this.#awaiting.includes(one)) this.#cut(one);
        continue;
      }
      // Whether the message arrived before the line broke, nobody can tell from here.
      this.#listener.lost(one.exchange, true);
      this.#cut(one);
    }
  }

  #cut({ exchange }: Awaiting): void {
    this.answered(exchange);
    this.#listener.over(exchange, 'cut');
  }

  #waitingFor(source: number, isSocket: boolean): Awaiting | null {
    const sameSocket = isSocket ? this.#awaiting.find((one) => one.source === source) : undefined;
    return sameSocket ?? this.#awaiting.findLast((one) => one.source === null) ?? null;
  }

  #tell(one: Awaiting, source: number, events: readonly ReplyEvent[]): void {
    const { exchange } = one;
    for (const event of events) {
      one.lastHeardAt = Date.now();
      const isReply = event.type === 'delta' || event.type === 'final';
      if (isReply) one.comesOver = source;
      const isAnswered = exchange.request.method === SOCKET_METHOD && isReply && !one.isCrowded;
      if (isAnswered && !one.accepted) {
        // No socket says "taken": that it is answered, with nothing else to answer, says so.
        one.accepted = true;
        this.#listener.accepted(exchange);
      }
      if (event.type === 'final') this.answered(exchange);
      if (event.type === 'error' && exchange.request.method === SOCKET_METHOD) {
        const { type: _, ...refusal } = event;
        this.answered(exchange);
        this.#listener.refused(exchange, refusal);
      }
      this.#listener.replied(exchange, event);
      if (event.type === 'error') this.#listener.over(exchange, 'decoded');
    }
  }
}

/** `name`: of the event; null: it came over a WebSocket. */
function contentTypeOf(exchange: Exchange, name: string | null, of: Exchange | null): string {
  if (name === null) return SOCKET_TEXTS;
  if (of === exchange) return 'text/event-stream';
  return exchange.contentType.startsWith('text/html') ? EVENT_MARKUP : EVENT_SOURCE;
}

function asEvent(name: string, text: string): string {
  const data = text.split('\n').map((line) => `data: ${line}\n`);
  return `event: ${name}\n${data.join('')}\n`;
}
