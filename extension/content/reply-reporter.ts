import type { ObservedReply } from '../messages/page-messages.ts';
import {
  type HistoryTurn,
  type Platform,
  type ReplyEvent,
  SOCKET_METHOD,
} from '../platforms/platform.ts';
import { isStableId, stableId } from '../platforms/kit/stable-id.ts';
import { waitOf } from '../platforms/kit/told-wait.ts';
import type { BackgroundLink } from './background-link.ts';
import { pause } from './pause.ts';
import type { ConversationTracker } from './conversation-tracker.ts';
import type { Exchange, ExchangeEnd } from './exchange.ts';
import type { HistoryAccess } from './history-access.ts';
import { pageTitle } from './page-state.ts';
import { ReplyGrowth } from './reply-growth.ts';

/** A reply that is over: its words, and how whole they are where they are not. */
type FinalWords = Pick<HistoryTurn, 'id' | 'text' | 'complete'>;

/** What is known of the reply to one request. */
interface Following {
  readonly exchange: Exchange;
  remoteConversationId: string | null;
  userMessageId: string | null;
  /** The final reply came; nothing is left to confirm. */
  final: FinalWords | null;
  /** How its exchange ended; null while it may bring more. `elsewhere`: the rest comes another way. */
  end: ExchangeEnd | 'elsewhere' | null;
  /** What the site said went wrong. */
  error: Extract<ReplyEvent, { type: 'error' }> | null;
  /** Something of a reply came in. */
  heard: boolean;
  readonly growth: ReplyGrowth;
  /** When something of it came in after its answer had ended: a reply that comes another way. */
  heardElsewhereAt: number | null;
  /** When the page last did anything for it. */
  lastSignAt: number;
  sought: boolean;
  /** What of it the history showed last. */
  shown: { readonly text: string } | null;
  /** Baton had the page stop it. */
  stopped: boolean;
  /** It was told that no reply is to come. */
  givenUp: boolean;
}

/** Why no reply is to come, in words for a person. */
export interface NoReply {
  readonly text: string;
  /** How long the site wants to be left alone, where it says so. */
  readonly retryAfterMs: number | null;
  /** The site answered, to the end, in words that were not understood. */
  readonly isUnread: boolean;
}

/** What the reporter needs of the rest of the page, and tells it. */
export interface ReplySurroundings {
  /** A reply was found in the history: the adapter still understands the site. */
  readonly confirmed: () => void;
  readonly attemptIdOf: (exchange: Exchange) => string | null;
  /** Does the page read a reply, or show that one is being written? */
  readonly isWriting: () => boolean;
  readonly unanswered: (exchange: Exchange, reason: NoReply) => void;
}

/** Why no reply is to come that Baton had its page stop. */
export const STOPPED = 'The reply was stopped.';

const FIRST_LOOK_MS = 1_000;
/** So soon is known what the history tells, while a reply may be on its way at all. */
const LONGEST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_OF_SLOW_MS = 120_000;
const SLOW_AFTER_MS = 5 * 60_000;
/** Ids turn up as long after a first reply at most; where none does, the page has none. */
const NAMED_WITHIN_MS = 2_000;
/** Slow models think for an hour. */
const SEEK_LIMIT_MS = 2 * 60 * 60_000;
/** A history shows a reply, or that one is being written, so long after the answer ended at the latest. */
const HISTORY_WITHIN_MS = 30_000;
/** The same where the site said itself that something went wrong. */
const HISTORY_AFTER_ERROR_MS = 5_000;
/** A page at rest brings no reply: nothing of one grew, was read or was shown to be written for so long. */
const REST_MS = 60_000;
/** What was heard of a reply may have come another way already before the receipt was read: then more of it comes. */
const GOES_ON_WITHIN_MS = 3_000;

/**
 * Reports final replies, each once. A stream that ended, broke or was handed off without its final marker
 * is followed in the history until that shows the reply final; where none is to come, that is told.
 */
export class ReplyReporter {
  readonly #platform: Platform;
  readonly #tracker: ConversationTracker;
  readonly #history: HistoryAccess;
  readonly #background: BackgroundLink;
  readonly #signal: AbortSignal;
  readonly #around: ReplySurroundings;
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
    around: ReplySurroundings,
  ) {
    this.#platform = platform;
    this.#tracker = tracker;
    this.#history = history;
    this.#background = background;
    this.#signal = signal;
    this.#around = around;
  }

  sent(exchange: Exchange): void {
    const following = this.#follow(exchange);
    this.#newest = following;
    // Nothing ends where it was sent over a socket: only that the page has come to rest tells.
    if (exchange.request.method === SOCKET_METHOD) void this.#seek(following);
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
      case 'delta':
        following.heard = true;
        following.lastSignAt = Date.now();
        // What streams without a send is an old reply told again.
        if (exchange.send !== null)
          following.growth.grew(this.#conversationOf(following), event.text.length);
        if (following.end !== null) following.heardElsewhereAt = Date.now();
        return;
      case 'final':
        following.final = {
          id: this.#idOf(exchange, event),
          text: event.text,
          complete: following.stopped ? 'stopped' : (event.complete ?? 'whole'),
        };
        following.growth.ended(this.#conversationOf(following));
        this.#report(following);
        return;
      case 'handoff':
        following.end = 'elsewhere';
        void this.#seek(following);
        return;
      case 'error':
        following.error = event;
    }
  }

  /** The answer is at its end, whole or cut. */
  over(exchange: Exchange, end: ExchangeEnd): void {
    if (exchange.send === null) {
      // A reply that came in another request to the end, and that the page stops.
      const newest = this.#newest;
      if (exchange.resume !== null && newest?.stopped && newest.final === null)
        this.#giveUp(newest);
      return;
    }
    const following = this.#follow(exchange);
    // What brought the rest another way may break after its own answer ended well.
    if (end === 'cut' && following.end !== 'elsewhere') following.end = end;
    following.end ??= end;
    if (following.end !== 'elsewhere') following.growth.ended(this.#conversationOf(following));
    const isLost = following.sought && following.final === null;
    if (isLost && this.#patienceFor(following) === 0) this.#giveUp(following);
    void this.#seek(following);
  }

  /** Is it the newest send that carries the attempt, and its reply not whole? */
  isWritten(attemptId: string): boolean {
    return this.#writtenFor(attemptId) !== null;
  }

  /** What the page stops is not waited for once its answer has ended. */
  stopped(attemptId: string): void {
    const following = this.#writtenFor(attemptId);
    if (following !== null) following.stopped = true;
  }

  #writtenFor(attemptId: string): Following | null {
    const newest = this.#newest;
    if (newest === null || newest.final !== null || newest.givenUp) return null;
    const mayGrow = newest.end === null || newest.end === 'elsewhere';
    return mayGrow && this.#around.attemptIdOf(newest.exchange) === attemptId ? newest : null;
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
    reply: FinalWords,
    inReplyTo: string | null,
    source: ObservedReply['source'],
    attemptId: string | null = null,
  ): ObservedReply {
    const isHere = this.#tracker.isAt(remoteConversationId);
    return {
      platform: this.#platform.platformOf(new URL(location.href)),
      remote_conversation_id: remoteConversationId,
      aliases: isHere ? this.#tracker.place.aliases : [],
      ...(isHere && this.#tracker.isBegunByHand && { by_hand: true }),
      assistant_message_id: reply.id,
      raw_text: reply.text,
      // What a page shows does not say that it is at its end.
      complete: reply.complete ?? (source === 'shown' ? 'unproven' : 'whole'),
      observed_at: Date.now(),
      source,
      in_reply_to: inReplyTo,
      attempt_id: attemptId,
      page_url: location.href.slice(0, MAX_ADDRESS_LENGTH),
      page_title: pageTitle(),
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
      end: null,
      error: null,
      heard: false,
      growth: new ReplyGrowth(this.#background, () =>
        this.#platform.platformOf(new URL(location.href)),
      ),
      heardElsewhereAt: null,
      lastSignAt: Date.now(),
      sought: false,
      shown: null,
      stopped: false,
      givenUp: false,
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
    const { exchange, final, userMessageId } = following;
    const source = exchange.send === null ? 'replay' : 'live';
    const attemptId = this.#around.attemptIdOf(exchange);
    const { kind, parentMessageId = null } = exchange.send ?? {};
    const reply = this.describe(id, final, userMessageId, source, attemptId);
    this.#deliver({ ...reply, follows: kind === 'next' ? parentMessageId : null });
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

  /** The address knows best, while it is that of the request. */
  #conversationOf({ exchange, remoteConversationId }: Following): string | null {
    const { placeNumber, send } = exchange;
    return (
      this.#tracker.shownTo(placeNumber, send?.remoteConversationId ?? null) ?? remoteConversationId
    );
  }

  #deliver(reply: ObservedReply): void {
    const key = `${reply.remote_conversation_id}/${reply.assistant_message_id}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    void this.#background.deliver({ kind: 'page.reply', reply }, 'replies');
  }

  /** Looks for the reply to an answer that ended without one. One found after it was given up is told all the same. */
  async #seek(following: Following): Promise<void> {
    if (following.sought || following.final !== null) return;
    following.sought = true;
    const begunAt = Date.now();
    following.lastSignAt = begunAt;
    for (let pauseMs = FIRST_LOOK_MS; Date.now() < begunAt + SEEK_LIMIT_MS;) {
      if (this.#isAtRest(following)) this.#giveUp(following);
      await pause(pauseMs, this.#signal);
      if (this.#signal.aborted || following.final !== null) return;
      // What came after it stands in the history where its reply would: nobody writes that any more.
      if (this.#newest !== following) return this.#giveUp(following);
      const isToBeFound = await this.#findInHistory(following);
      if (following.givenUp && !isToBeFound) return;
      const isSlow = following.givenUp || Date.now() - begunAt > SLOW_AFTER_MS;
      pauseMs = Math.min(pauseMs * 2, isSlow ? LONGEST_PAUSE_OF_SLOW_MS : LONGEST_PAUSE_MS);
    }
    this.#giveUp(following);
  }

  /** What still grows is waited for, however long it takes. */
  #isAtRest(following: Following): boolean {
    const patienceMs = this.#patienceFor(following);
    if (patienceMs === REST_MS && this.#around.isWriting()) following.lastSignAt = Date.now();
    return Date.now() - following.lastSignAt >= patienceMs;
  }

  /** How long after its end an answer without a reply may still turn out to have one. */
  #patienceFor(following: Following): number {
    if (following.stopped) return 0;
    const id = this.#conversationOf(following);
    const hasHistory = id !== null && following.userMessageId !== null && this.#history.canRead(id);
    if (following.error !== null) return hasHistory ? HISTORY_AFTER_ERROR_MS : 0;
    const comesElsewhere =
      !following.heard || following.heardElsewhereAt !== null || following.shown !== null;
    const mayGoOn = following.end === null || following.end === 'elsewhere';
    if (mayGoOn || (comesElsewhere && following.end !== 'cut')) return REST_MS;
    if (following.shown !== null) return REST_MS;
    if (hasHistory) return HISTORY_WITHIN_MS;
    return following.end === 'cut' ? 0 : GOES_ON_WITHIN_MS;
  }

  #giveUp(following: Following): void {
    if (following.givenUp) return;
    following.givenUp = true;
    this.#around.unanswered(following.exchange, reasonOf(following));
  }

  /** False: there is no history to find it in. */
  async #findInHistory(following: Following): Promise<boolean> {
    const id = this.#conversationOf(following);
    const { userMessageId } = following;
    if (id === null || userMessageId === null || !this.#history.canRead(id)) return false;
    const turns = await this.#history.read(id);
    if (turns === null || following.final !== null) return true;
    const answer = answerTo(turns, userMessageId);
    if (answer?.failed !== undefined) {
      following.error = {
        type: 'error',
        code: 'send_rejected',
        text: answer.failed,
        retryAfterMs: null,
      };
      this.#giveUp(following);
    } else if (isPassedOver(turns, userMessageId)) {
      this.#giveUp(following);
    } else if (answer?.final === true) {
      following.final = following.stopped ? { ...answer, complete: 'stopped' } : answer;
      this.#around.confirmed();
      this.#report(following);
    } else if (answer !== null && answer.text !== following.shown?.text) {
      following.shown = { text: answer.text };
      following.lastSignAt = Date.now();
    }
    return true;
  }
}

function reasonOf({ error, end, heard, stopped }: Following): NoReply {
  if (stopped) return { text: STOPPED, retryAfterMs: null, isUnread: false };
  if (error !== null) {
    const text = error.text.slice(0, MAX_REASON_LENGTH);
    return { text, retryAfterMs: waitOf(error, Date.now()), isUnread: false };
  }
  const isUnread = end === 'decoded' || end === 'unread';
  if (end === 'cut') {
    const text = 'The connection broke before a reply was whole.';
    return { text, retryAfterMs: null, isUnread };
  }
  const text = heard ? 'The reply ended without its end.' : 'The site answered without a reply.';
  return { text, retryAfterMs: null, isUnread };
}

/** As the guards of the background allow. */
const MAX_ADDRESS_LENGTH = 8_192;
const MAX_REASON_LENGTH = 2_000;

/** The conversation has gone on without it: a later message was answered. */
export function isPassedOver(turns: readonly HistoryTurn[], userMessageId: string): boolean {
  const start = turns.findIndex((turn) => turn.id === userMessageId);
  if (start < 0 || answerTo(turns, userMessageId) !== null) return false;
  const later = turns.slice(start + 1);
  const next = later.findIndex((turn) => turn.role === 'user');
  return next >= 0 && later.slice(next + 1).some((turn) => turn.role === 'assistant' && turn.final);
}

/** The answer to a user turn: the last one before the next user turn, whole or not. */
export function answerTo(turns: readonly HistoryTurn[], userMessageId: string): HistoryTurn | null {
  const start = turns.findIndex((turn) => turn.id === userMessageId);
  if (start < 0) return null;
  const after = turns.slice(start + 1);
  const next = after.findIndex((turn) => turn.role === 'user');
  return (next < 0 ? after : after.slice(0, next)).at(-1) ?? null;
}
