import type { Platform, ReplyEvent } from '../platforms/platform.ts';
import { stableId } from '../platforms/kit/stable-id.ts';
import type { BackgroundLink } from './background-link.ts';
import type { ConversationTracker } from './conversation-tracker.ts';
import type { Exchange, ExchangeEnd } from './exchange.ts';

/** More than a page has open at a time; most of those that stay are no messages. */
const MAX_PENDING = 16;

/** A send that may be the person's own. */
interface Pending {
  readonly sentAt: number;
  userMessageId: string | null;
  conversationId: string | null;
  /** The site took it: by its status where a send is certain, by its reply where it is not. */
  taken: boolean;
  told: boolean;
}

/**
 * Reports messages the person sent by hand, each once, when the site took them and the conversation has a name. What
 * Baton sent is told of by its attempt and by nobody else; a changed or regenerated turn is none.
 */
export class TurnReporter {
  readonly #platform: Platform;
  readonly #tracker: ConversationTracker;
  readonly #background: BackgroundLink;
  /** Is this request, or a message of these words, Baton's own? */
  readonly #isOurs: (exchange: Exchange) => boolean;
  readonly #pending = new Map<Exchange, Pending>();

  constructor(
    platform: Platform,
    tracker: ConversationTracker,
    background: BackgroundLink,
    isOurs: (exchange: Exchange) => boolean,
  ) {
    this.#platform = platform;
    this.#tracker = tracker;
    this.#background = background;
    this.#isOurs = isOurs;
  }

  sent(exchange: Exchange): void {
    const { send } = exchange;
    if (send === null || send.kind !== 'next' || send.text.trim() === '') return;
    if (this.#isOurs(exchange)) return;
    if (this.#pending.size >= MAX_PENDING) {
      const [oldest] = this.#pending.keys();
      if (oldest !== undefined) this.#pending.delete(oldest);
    }
    this.#pending.set(exchange, {
      sentAt: Date.now(),
      userMessageId: send.userMessageId,
      conversationId: send.remoteConversationId,
      taken: false,
      told: false,
    });
  }

  accepted(exchange: Exchange): void {
    if (this.#platform.sendsAreCertain) this.#take(exchange);
  }

  replied(exchange: Exchange, event: ReplyEvent): void {
    const pending = this.#pending.get(exchange);
    if (pending === undefined) return;
    if (event.type === 'user_turn') pending.userMessageId ??= event.messageId;
    if (event.type === 'conversation') pending.conversationId = event.remoteConversationId;
    // A title request is answered too, but not by a turn of the conversation.
    if (event.type === 'user_turn' || event.type === 'final') this.#take(exchange);
    else this.#tell(exchange, pending);
  }

  /** The page's conversation got an id, or it went elsewhere. */
  placeChanged(): void {
    for (const [exchange, pending] of this.#pending) this.#tell(exchange, pending);
  }

  over(exchange: Exchange, end: ExchangeEnd): void {
    const pending = this.#pending.get(exchange);
    // The reply to a request whose own answer brought none may come over another connection.
    if (pending?.told !== false || (!pending.taken && end === 'cut'))
      this.#pending.delete(exchange);
  }

  #take(exchange: Exchange): void {
    const pending = this.#pending.get(exchange);
    if (pending === undefined) return;
    pending.taken = true;
    this.#tell(exchange, pending);
  }

  #tell(exchange: Exchange, pending: Pending): void {
    const id = this.#conversationOf(exchange, pending);
    const text = exchange.send?.text ?? '';
    if (!pending.taken || pending.told || id === null) return;
    pending.told = true;
    const isHere = this.#tracker.isAt(id);
    const made = stableId([id, text, String(pending.sentAt)].join('\n'));
    void this.#background.deliver(
      {
        kind: 'page.turn',
        turn: {
          platform: this.#platform.platformOf(new URL(location.href)),
          remote_conversation_id: id,
          aliases: isHere ? this.#tracker.place.aliases : [],
          ...(isHere && this.#tracker.isBegunByHand && { by_hand: true }),
          user_message_id: pending.userMessageId ?? made,
          raw_text: text,
          observed_at: pending.sentAt,
        },
      },
      'replies', // In the order in which the conversation has them.
    );
  }

  /** The address knows best, while it is that of the request. */
  #conversationOf({ placeNumber, send }: Exchange, pending: Pending): string | null {
    const sentTo = send?.remoteConversationId ?? null;
    return this.#tracker.shownTo(placeNumber, sentTo) ?? pending.conversationId;
  }
}
