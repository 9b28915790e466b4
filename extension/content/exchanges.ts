import {
  type Platform,
  type ReplyDecoder,
  type ReplyEvent,
  SOCKET_METHOD,
} from '../platforms/platform.ts';
import { refusalText } from '../platforms/kit/refusal-text.ts';
import type { PageEvent } from './connect-tap.ts';
import type { Exchange, ExchangeListener } from './exchange.ts';
import { EventStreamReading, isNamedFirst } from './event-stream-reading.ts';
import { SourceReplies } from './source-replies.ts';

interface Open extends Exchange {
  readonly decoders: Map<number, ReplyDecoder | null>;
  /** Answers that no decoder reads; null: too long. */
  readonly bodies: Map<number, string | null>;
  isFinal: boolean;
  /** A stream has begun, and no piece of it has come yet. Other answers may be of no interest to the page. */
  isBegun: boolean;
  /** When a piece of an answer came last. */
  heardAt: number;
  refusalHead: Readonly<Record<string, string>>;
  /** Something of a reply was in its answer. */
  isHeard: boolean;
  /** How its answer begins, where it is no stream. */
  answer: string;
  /** Reader of the answer as an EventSource stream; null: it is not read so. */
  events: EventStreamReading | null;
}

interface HandedOff {
  readonly exchange: Open;
  decoder: ReplyDecoder;
  /** Items of a WebSocket that were read already; null before the first came. */
  items: Set<string> | null;
}

/** A refusal's reason stands at its beginning. */
const REFUSAL_LIMIT = 4_096;
/** Content types of streams: such an answer is read by its page from the first. */
const STREAMS = /event-stream|ndjson|jsonl|connect\+/;
/** A piece that came so lately tells that more comes. */
const STILL_COMES_MS = 30_000;
/** Enough for every stream a page can have open; the oldest are forgotten first, and what only reads before a send. */
const MAX_OPEN = 200;
/** In UTF-16 units; a longer body that no decoder reads is nothing that anybody here understands. */
const MAX_BODY = 2 ** 26;

/** Turns what the tap tells into exchanges, and streams into reply events, for one page. */
export class Exchanges {
  readonly #platform: Platform;
  readonly #listener: ExchangeListener;
  readonly #judge: (id: number, go: boolean) => void;
  readonly #placeNumber: () => number;
  readonly #open = new Map<number, Open>();
  /** Replies whose rest comes in another request, by conversation. */
  readonly #handedOff = new Map<string, HandedOff>();
  readonly #sources: SourceReplies;
  readonly #said: () => readonly string[];

  /** @param said Messages that the page has just been given to send. */
  constructor(
    platform: Platform,
    listener: ExchangeListener,
    judge: (id: number, go: boolean) => void,
    placeNumber: () => number,
    standsStill: () => Promise<boolean> = () => Promise.resolve(false),
    said: () => readonly string[] = () => [],
  ) {
    this.#said = said;
    this.#platform = platform;
    this.#listener = listener;
    this.#judge = judge;
    this.#placeNumber = placeNumber;
    this.#sources = new SourceReplies(platform, listener, standsStill);
  }

  /** An answer that may bring a reply has begun, and has not ended; of one that nobody can read, only what comes says so. */
  get isReading(): boolean {
    const soon = Date.now() - STILL_COMES_MS;
    return [...this.#open.values()].some(
      ({ decoders, send, heardAt, isBegun }) =>
        isBegun ||
        (send !== null && heardAt > soon && decoders.size > 0) ||
        [...decoders.values()].some((decoder) => decoder !== null),
    );
  }

  take(event: Exclude<PageEvent, { kind: 'frame' | 'location' | 'elsewhere' }>): void {
    if (event.kind === 'request') {
      this.#begin(event, event.method === 'GET');
      return;
    }
    if (event.kind === 'dispatch') {
      const { id, url, text: body, held } = event;
      this.#begin({ id, url, body, held, method: SOCKET_METHOD, header_names: '' }, false, event);
      return;
    }
    if (event.kind === 'message') return this.#sources.take(event);
    if (event.kind === 'closed') return this.#sources.closed(event.source);
    const exchange = this.#open.get(event.id);
    if (exchange === undefined) return;
    switch (event.kind) {
      case 'credential':
        exchange.fingerprint = fingerprintOf(event.mac);
        if (exchange.status !== null) this.#listener.captured(exchange);
        return;
      case 'response':
        this.#respond(exchange, event);
        return;
      case 'chunk':
        this.#readChunk(exchange, event.reading, event.text);
        return;
      case 'end':
        this.#end(exchange, event.reading, event.how === 'complete');
        return;
      case 'failed':
        this.#sources.answered(exchange);
        this.#listener.lost(exchange, true);
        this.#listener.captured(exchange);
        this.#open.delete(exchange.id);
        return;
      case 'expired':
        this.#listener.lost(exchange, false);
        this.#open.delete(exchange.id);
    }
  }

  /** The rest of a handed-off reply may come over a WebSocket, as a stream of its own. */
  takeFrame(frame: string): void {
    for (const item of this.#platform.readFrame(frame)) {
      const handedOff = this.#handedOff.get(item.remoteConversationId);
      if (handedOff === undefined || handedOff.items?.has(item.itemId) === true) continue;
      if (handedOff.items === null) {
        const decoder = this.#platform.decodeReply(handedOff.exchange.request, 'text/event-stream');
        if (decoder === null) continue;
        handedOff.decoder = decoder;
        handedOff.items = new Set();
      }
      const { exchange, decoder } = handedOff;
      handedOff.items.add(item.itemId);
      this.#tell(exchange, decoder, decoder.push(item.text));
      if (item.over) this.#tell(exchange, decoder, decoder.end());
    }
  }

  #begin(
    event: Omit<Extract<PageEvent, { kind: 'request' }>, 'kind'>,
    isRead: boolean,
    { source = null }: { readonly source?: number | null } = {},
  ): void {
    const { url, method, body } = event;
    const request = { url, method, body, pageUrl: location.href, said: this.#said() };
    const exchange: Open = {
      id: event.id,
      request,
      headerNames: event.header_names.toLowerCase().split(',').filter(Boolean),
      send: this.#platform.describeSend(request),
      resume: this.#platform.describeResume(request),
      placeNumber: this.#placeNumber(),
      fingerprint: null,
      status: null,
      contentType: '',
      decoders: new Map(),
      bodies: new Map(),
      isFinal: false,
      isBegun: false,
      heardAt: Number.NEGATIVE_INFINITY,
      refusalHead: {},
      isHeard: false,
      answer: '',
      events: null,
    };
    const matters = exchange.send !== null || exchange.resume !== null || isRead;
    if (matters) this.#open.set(event.id, exchange);
    if (this.#open.size > MAX_OPEN) this.#forgetOne();
    if (exchange.send !== null && !event.held) this.#leave(exchange, source, false);
    if (!event.held) return;
    this.#listener.held(exchange, (go) => {
      this.#judge(event.id, go);
      if (!go) this.#open.delete(event.id);
      else if (exchange.send !== null) this.#leave(exchange, source, true);
    });
  }

  /** A page that asks its site again and again must not make it forget the reply that is still coming in. */
  #forgetOne(): void {
    const [oldest] = this.#open.values();
    const read = [...this.#open.values()].find(
      ({ send, resume }) => send === null && resume === null,
    );
    const one = read ?? oldest; // guard: reads-forgotten-first
    if (one !== undefined) this.#open.delete(one.id);
  }

  #leave(exchange: Open, source: number | null, wasHeld: boolean): void {
    this.#sources.awaits(exchange, source);
    this.#listener.sent(exchange, wasHeld);
  }

  #respond(exchange: Open, event: Extract<PageEvent, { kind: 'response' }>): void {
    exchange.status = event.status;
    const [contentType, retryAfter, cfMitigated] = event.head;
    exchange.contentType = (contentType ?? '').toLowerCase();
    exchange.refusalHead = {
      'content-type': exchange.contentType,
      'retry-after': retryAfter ?? '',
      'cf-mitigated': cfMitigated ?? '',
    };
    if (exchange.fingerprint !== null) this.#listener.captured(exchange);
    if (event.status < 200 || event.status >= 300) return;
    exchange.isBegun = exchange.send !== null && STREAMS.test(exchange.contentType);
    exchange.events = this.#eventsOf(exchange);
    this.#listener.accepted(exchange);
  }

  /**
   * A reply may come in a stream that the page asks for by itself, before its send or after. One that resumes a reply
   * is of the send before it, unless something of that came already: then it may be the rest alone.
   */
  #eventsOf({ id, request, contentType, send, resume }: Open): EventStreamReading | null {
    const isStream = request.method === 'GET' && contentType.startsWith('text/event-stream');
    if (!isStream || send !== null || !this.#platform.mayBeNameless) return null;
    const before = [...this.#open.values()].findLast((one) => one.send !== null && one.id < id);
    const isAwaited = before !== undefined && !before.isFinal && !before.isHeard;
    if (resume !== null && !isAwaited) return null;
    const isIts = isAwaited && isNamedFirst(request.url, before.request.body ?? '', before.answer);
    return new EventStreamReading(this.#sources, -id, isIts ? before : null);
  }

  #readChunk(exchange: Open, reading: number, text: string): void {
    if (exchange.events !== null) return exchange.events.push(reading, text);
    const decoder = this.#decoderOf(exchange, reading);
    exchange.heardAt = Date.now();
    exchange.isBegun = false;
    if (decoder === null || this.#mayBeUnread(exchange)) {
      const before = exchange.bodies.get(reading) ?? '';
      const isTooLong =
        // guard: bounded-bodies
        exchange.bodies.get(reading) === null || before.length + text.length > MAX_BODY;
      exchange.bodies.set(reading, isTooLong ? null : before + text);
    }
    if (decoder !== null) this.#tell(exchange, decoder, decoder.push(text));
  }

  #end(exchange: Open, reading: number, isComplete: boolean): void {
    exchange.isBegun = false;
    if (exchange.events !== null) return exchange.events.end(reading, isComplete);
    exchange.answer ||= (exchange.bodies.get(reading) ?? '').slice(0, REFUSAL_LIMIT);
    if (exchange.send !== null && (exchange.status ?? 0) >= 400) {
      this.#sources.answered(exchange);
      this.#refuse(exchange, exchange.bodies.get(reading) ?? '');
      return;
    }
    const decoder = exchange.decoders.get(reading);
    // A cut stream's last half event is not read; whatever was whole has been.
    if (decoder && isComplete) this.#tell(exchange, decoder, decoder.end());
    // A stream may break before the page read a byte of it: then there is no decoder, but a reply to await.
    if (decoder || exchange.send !== null) {
      const end = !isComplete ? 'cut' : decoder ? 'decoded' : 'unread';
      const over = (): void => this.#listener.over(exchange, end);
      if (!isComplete || !this.#mayBeUnread(exchange)) over();
      else void this.#listener.unread(exchange, exchange.bodies.get(reading) ?? '').then(over);
    } else if (isComplete && exchange.request.method === 'GET' && exchange.status === 200) {
      const body = exchange.bodies.get(reading) ?? '';
      this.#listener.read(exchange.request.url, body);
      const before = this.#unansweredBefore(exchange.id);
      if (before !== null && body !== '') this.#listener.polled(before, body, exchange.contentType);
    }
    exchange.decoders.delete(reading);
    exchange.bodies.delete(reading);
  }

  /** The last send before a request, where its own answer was read to its end and brought no reply. */
  #unansweredBefore(id: number): Exchange | null {
    const before = [...this.#open.values()].findLast((one) => one.send !== null && one.id < id);
    const isOpen = before === undefined || before.isFinal || before.isHeard;
    return isOpen || before.status === null || before.decoders.size > 0 ? null : before;
  }

  /** Only where the words of a site are guessed can they be others. */
  #mayBeUnread(exchange: Open): boolean {
    return this.#platform.mayBeNameless === true && exchange.send !== null && !exchange.isFinal;
  }

  #refuse(exchange: Open, body: string): void {
    const { status, refusalHead } = exchange;
    const head = body.slice(0, REFUSAL_LIMIT);
    const refusal = this.#platform.readRefusal(status ?? 0, refusalHead, head);
    const text = refusalText(status ?? 0, refusal.text, head);
    this.#listener.refused(exchange, { ...refusal, text });
  }

  /** Null: not a reply; its body is gathered instead. */
  #decoderOf(exchange: Open, reading: number): ReplyDecoder | null {
    const known = exchange.decoders.get(reading);
    if (known !== undefined) return known;
    const decoder = this.#makeDecoder(exchange);
    exchange.decoders.set(reading, decoder);
    return decoder;
  }

  #makeDecoder(exchange: Open): ReplyDecoder | null {
    const { send, resume, status, request, contentType } = exchange;
    if ((send === null && resume === null) || status === null || status >= 300) return null;
    const handedOff = resume === null ? null : this.#handedOff.get(resume.remoteConversationId);
    if (resume?.fromStart === false) return handedOff?.decoder ?? null; // The rest alone cannot be read.
    const decoder = this.#platform.decodeReply(request, contentType);
    if (handedOff && decoder !== null) handedOff.decoder = decoder;
    return decoder;
  }

  #tell(exchange: Open, decoder: ReplyDecoder, events: readonly ReplyEvent[]): void {
    // What a resumed stream brings belongs to the request that the reply began with.
    const begun = [...this.#handedOff.values()].find((other) => other.decoder === decoder);
    const source = begun?.exchange ?? exchange;
    for (const event of events) {
      // A message that its site says back is no part of the reply.
      if (event.type === 'delta' && event.text === source.send?.text) continue;
      source.isHeard ||= event.type === 'delta';
      if (event.type === 'conversation' || event.type === 'handoff') {
        this.#remember(event, source, decoder);
      }
      if (event.type === 'final') {
        source.isFinal = true;
        this.#sources.answered(source);
      }
      this.#listener.replied(source, event);
    }
  }

  #remember(event: ReplyEvent, exchange: Open, decoder: ReplyDecoder): void {
    const named = event.type === 'conversation' ? event.remoteConversationId : null;
    const id = named ?? exchange.send?.remoteConversationId ?? conversationOf.get(exchange) ?? null;
    if (named !== null) conversationOf.set(exchange, named);
    const key = event.type === 'handoff' ? (event.knownAs ?? id) : null;
    if (key !== null) {
      this.#handedOff.set(key, { exchange, decoder, items: null });
    }
  }
}

/** The conversation a stream named, for a handoff that comes after. */
const conversationOf = new WeakMap<Exchange, string>();

const FINGERPRINT_BYTES = 16;

/** The first 32 hex digits of a MAC given as decimal bytes. */
function fingerprintOf(mac: string): string {
  const bytes = mac.split(',').slice(0, FINGERPRINT_BYTES);
  return bytes.map((byte) => Number(byte).toString(16).padStart(2, '0')).join('');
}
