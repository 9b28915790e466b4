import type { ObservedReply } from '../messages/page-messages.ts';
import type { HistoryTurn, Platform, ReplyEvent } from '../platforms/platform.ts';
import { isStableId, stableId } from '../platforms/stable-id.ts';
import { type BackgroundLink, pause } from './background-link.ts';
import type { ConversationTracker } from './conversation-tracker.ts';
import type { Exchange } from './exchange.ts';
import type { HistoryAccess } from './history-access.ts';

/** What is known of the reply to one request. */
interface Following {
  readonly exchange: Exchange;
  remoteConversationId: string | null;
  userMessageId: string | null;
  /** The final reply came; nothing is left to confirm. */
  final: { readonly id: string; readonly text: string } | null;
  confirming: boolean;
}

const FIRST_LOOK_MS = 1_000;
const LONGEST_PAUSE_MS = 120_000;
/** Ids turn up as long after a first reply at most; where none does, the page has none. */
const NAMED_WITHIN_MS = 2_000;
/** Slow models think for an hour. */
const CONFIRM_LIMIT_MS = 2 * 60 * 60_000;

/**
 * Reports final replies, each once. A stream that ended, broke or was handed off without its final marker
 * is followed in the history until that shows the reply final.
 */
export class ReplyReporter {
  readonly #platform: Platform;
  readonly #tracker: ConversationTracker;
  readonly #history: HistoryAccess;
  readonly #background: BackgroundLink;
  readonly #signal: AbortSignal;
  readonly #onConfirmed: () => void;
  readonly #followed = new WeakMap<Exchange, Following>();
  /** Finals that wait for their conversation to get an id. */
  readonly #nameless = new Set<Following>();
  readonly #reported = new Set<string>();
  readonly #pageLife = crypto.randomUUID();
  #newest: Following | null = null;

  constructor(
    platform: Platform,
    tracker: ConversationTracker,
    history: HistoryAccess,
    background: BackgroundLink,
    signal: AbortSignal,
    onConfirmed: () => void,
  ) {
    this.#platform = platform;
    this.#tracker = tracker;
    this.#history = history;
    this.#background = background;
    this.#signal = signal;
    this.#onConfirmed = onConfirmed;
  }

  sent(exchange: Exchange): void {
    this.#newest = this.#follow(exchange);
  }

  replied(exchange: Exchange, event: ReplyEvent): void {
    const following = this.#follow(exchange);
    switch (event.type) {
      case 'conversation':
        following.remoteConversationId = event.remoteConversationId;
        return;
      case 'user_turn':
        following.userMessageId ??= event.messageId;
        return;
      case 'final':
        following.final = { id: this.#idOf(exchange, event), text: event.text };
        this.#report(following);
        return;
      case 'handoff':
        void this.#confirm(following);
        return;
      case 'delta':
      case 'error':
    }
  }

  /** The stream is at its end, whole or cut. */
  over(exchange: Exchange): void {
    if (exchange.send !== null) void this.#confirm(this.#follow(exchange));
  }

  /** The page's conversation got its id, or another one. */
  placeChanged(): void {
    for (const following of this.#nameless) this.#report(following);
  }

  /** Reports the newest final reply of a history, as something that was there before. */
  reportSnapshot(remoteConversationId: string, turns: readonly HistoryTurn[]): void {
    const index = turns.findLastIndex((turn) => turn.role === 'assistant' && turn.final);
    const turn = turns[index];
    if (turn === undefined) return;
    const question = turns.slice(0, index).findLast((earlier) => earlier.role === 'user');
    this.#deliver(this.describe(remoteConversationId, turn, question?.id ?? null, 'snapshot'));
  }

  describe(
    remoteConversationId: string,
    reply: { readonly id: string; readonly text: string },
    inReplyTo: string | null,
    source: ObservedReply['source'],
  ): ObservedReply {
    const isHere = this.#tracker.isAt(remoteConversationId);
    return {
      platform: this.#platform.platformOf(new URL(location.href)),
      remote_conversation_id: remoteConversationId,
      aliases: isHere ? this.#tracker.place.aliases : [],
      assistant_message_id: reply.id,
      raw_text: reply.text,
      observed_at: Date.now(),
      source,
      in_reply_to: inReplyTo,
      page_url: location.href.slice(0, MAX_ADDRESS_LENGTH),
      page_title: document.title.slice(0, MAX_TITLE_LENGTH),
    };
  }

  #follow(exchange: Exchange): Following {
    const known = this.#followed.get(exchange);
    if (known !== undefined) return known;
    const { send, resume } = exchange;
    const following: Following = {
      exchange,
      remoteConversationId: send?.remoteConversationId ?? resume?.remoteConversationId ?? null,
      userMessageId: send?.userMessageId ?? null,
      final: null,
      confirming: false,
    };
    this.#followed.set(exchange, following);
    return following;
  }

  #report(following: Following): void {
    const id = this.#conversationOf(following);
    if (following.final === null) return;
    if (id === null) {
      this.#nameless.add(following);
      void this.#nameIfNobodyDoes(following);
      return;
    }
    this.#nameless.delete(following);
    const source = following.exchange.send === null ? 'replay' : 'live';
    this.#deliver(this.describe(id, following.final, following.userMessageId, source));
  }

  /** An id made of what was said is the same when the same is said again: each send's reply is one of its own. */
  #idOf(exchange: Exchange, { assistantMessageId: id }: Extract<ReplyEvent, { type: 'final' }>) {
    if (!this.#platform.mayBeNameless || exchange.send === null || !isStableId(id)) return id;
    return stableId([id, this.#pageLife, exchange.id].join('\n'));
  }

  async #nameIfNobodyDoes(following: Following): Promise<void> {
    await pause(NAMED_WITHIN_MS, this.#signal);
    const isHere = following.exchange.placeNumber === this.#tracker.placeNumber;
    if (isHere && this.#nameless.has(following) && !this.#signal.aborted) this.#tracker.nameIt();
  }

  /** The address knows best, while the page is where the request was made. */
  #conversationOf(following: Following): string | null {
    const isHere = following.exchange.placeNumber === this.#tracker.placeNumber;
    const here = isHere ? this.#tracker.place.remoteConversationId : null;
    return here ?? following.remoteConversationId;
  }

  #deliver(reply: ObservedReply): void {
    const key = `${reply.remote_conversation_id}/${reply.assistant_message_id}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    void this.#background.deliver({ kind: 'page.reply', reply }, 'replies');
  }

  async #confirm(following: Following): Promise<void> {
    if (following.confirming || following.final !== null) return;
    following.confirming = true;
    const giveUpAt = Date.now() + CONFIRM_LIMIT_MS;
    for (let pauseMs = FIRST_LOOK_MS; Date.now() < giveUpAt;) {
      await pause(pauseMs, this.#signal);
      if (this.#signal.aborted || following.final !== null || this.#newest !== following) return;
      const id = this.#conversationOf(following);
      if (id !== null && (await this.#findInHistory(following, id))) return;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  async #findInHistory(following: Following, remoteConversationId: string): Promise<boolean> {
    const { userMessageId } = following;
    if (userMessageId === null) return true; // Nothing to find it by.
    const turns = await this.#history.read(remoteConversationId);
    const reply = turns === null ? null : replyTo(turns, userMessageId);
    if (reply === null || following.final !== null) return following.final !== null;
    following.final = { id: reply.id, text: reply.text };
    this.#onConfirmed();
    this.#report(following);
    return true;
  }
}

/** As the guards of the background allow. */
const MAX_ADDRESS_LENGTH = 8_192;
const MAX_TITLE_LENGTH = 2_000;

/** The final answer to a user turn: the last one before the next user turn. */
export function replyTo(turns: readonly HistoryTurn[], userMessageId: string): HistoryTurn | null {
  const start = turns.findIndex((turn) => turn.id === userMessageId);
  if (start < 0) return null;
  const after = turns.slice(start + 1);
  const next = after.findIndex((turn) => turn.role === 'user');
  const answers = next < 0 ? after : after.slice(0, next);
  const last = answers.at(-1);
  return last?.final === true ? last : null;
}
