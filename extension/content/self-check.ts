import type { Check, PageChecks, UnreadReason } from '../messages/page-messages.ts';
import type { Platform, ReplyEvent } from '../platforms/platform.ts';
import type { Exchange } from './exchange.ts';
import type { RenderedTurn } from './rendered-turns.ts';

/** Replies that were understood but for their end: a person may have stopped one or two. */
const MAX_ENDLESS = 3;

/** Conversation as the page showed it a while after a reply, or its history, was read. */
export interface ShownConversation {
  readonly hasId: boolean;
  readonly turns: readonly RenderedTurn[];
  /** true: the fate of a message can be looked up elsewhere than in the rendered turns. */
  readonly hasHistory: boolean;
}

/**
 * Judges whether the adapter still fits the site, by what the site itself did: an adapter that no longer does must not
 * act. Nothing is judged that has not been seen, and what is understood again is trusted again.
 */
export class SelfCheck {
  readonly #platform: Platform;
  /** Whether the decoder made anything at all of an answer, and whether it found an end. */
  readonly #read = new WeakMap<Exchange, 'something' | 'end'>();
  readonly #judged = new WeakSet<Exchange>();
  #stream: Check = 'unknown';
  #turns: Check = 'unknown';
  #ids: Check = 'unknown';
  #unread: UnreadReason | null = null;
  #endless = 0;
  #streamDrift: string | null = null;
  #pageDrift: string | null = null;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  replied(exchange: Exchange, { type }: ReplyEvent): void {
    const isEnd = type === 'final' || type === 'handoff' || type === 'error';
    if (isEnd) this.#read.set(exchange, 'end');
    else if (!this.#read.has(exchange)) this.#read.set(exchange, 'something');
    if (type === 'final') this.understood();
  }

  /** A final reply was found, in the stream or in the history. */
  understood(): void {
    this.#stream = 'ok';
    this.#unread = null;
    this.#endless = 0;
    this.#streamDrift = null;
  }

  /** Notes that the answer to a send was no reply that can be read here. Other answers may be about other matters. */
  unread(reason: UnreadReason): void {
    if (this.#platform.sendsAreCertain || this.#stream === 'ok') return;
    this.#stream = 'failed';
    this.#unread = reason;
  }

  get unreadFor(): UnreadReason | null {
    return this.#unread;
  }

  /** The answer to a send was read to its last byte. */
  complete(exchange: Exchange): void {
    const { sendsAreCertain } = this.#platform;
    const isReply = exchange.send !== null && sendsAreCertain && exchange.status === 200;
    if (!isReply || this.#judged.has(exchange)) return;
    const read = this.#read.get(exchange);
    if (read === 'end') return;
    this.#judged.add(exchange);
    this.#endless += 1;
    if (read !== undefined && this.#endless < MAX_ENDLESS) return;
    this.#stream = 'failed';
    this.#streamDrift =
      read === undefined
        ? 'Nothing in an answer of the site was understood.'
        : 'The end of a reply was not found.';
  }

  /** The page has shown all it is going to of a conversation that holds messages. */
  shown({ hasId, turns, hasHistory }: ShownConversation): void {
    // An adapter for pages nobody has seen only hopes to find messages in them.
    if (turns.length === 0 && !this.#platform.sendsAreCertain) return;
    const { userTurn, assistantTurn, turnIdAttribute } = this.#platform.selectors;
    const sought = [...userTurn, ...assistantTurn];
    if (sought.length > 0) this.#turns = turns.length > 0 ? 'ok' : 'failed';
    const hasTurnIds = turnIdAttribute === null || turns.some(({ id }) => id !== null);
    this.#ids = hasId && (turns.length === 0 || hasTurnIds) ? 'ok' : 'failed';
    // Without an id there is no conversation to act in, and some chats are meant to have none.
    const isBlind = hasId && !hasHistory && this.#turns === 'failed';
    this.#pageDrift = isBlind
      ? `The messages were not found in the page: ${sought.join(', ')}`
      : null;
  }

  /** Messages were sought in the page, and none was there. */
  get missesTurns(): boolean {
    return this.#turns === 'failed';
  }

  /** Why the adapter must not act here; null while nothing speaks against it. */
  get drift(): string | null {
    return this.#streamDrift ?? this.#pageDrift;
  }

  checks(composer: Check): PageChecks {
    return { composer, stream: this.#stream, turns: this.#turns, ids: this.#ids };
  }
}
