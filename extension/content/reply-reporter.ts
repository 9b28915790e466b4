import type { ObservedReply } from '../messages/page-messages.ts';
import {
  type HistoryTurn,
  type Platform,
  type ReplyEvent,
  SOCKET_METHOD,
} from '../platforms/platform.ts';
import { isStableId, stableId } from '../platforms/kit/stable-id.ts';
import type { BackgroundLink } from './background-link.ts';
import { answerTo, isPassedOver } from './answer-in-history.ts';
import { type NoReply, noReply, type ToldError, type WaitEnd } from './no-reply.ts';
import { pause } from './pause.ts';
import type { ConversationTracker } from './conversation-tracker.ts';
import type { Exchange, ExchangeEnd } from './exchange.ts';
import type { HistoryAccess } from './history-access.ts';
import { pageTitle } from './page-state.ts';
import { ReplyGrowth } from './reply-growth.ts';
import {
  type AnswerFacts,
  LAST_WHILE_WRITTEN,
  PATIENCE_MS,
  type Patience,
  patienceWith,
} from './reply-patience.ts';

/** A reply that is over: its words, and how whole they are where they are not. */
type FinalWords = Pick<HistoryTurn, 'id' | 'text' | 'complete'>;

/** Facts of the reply to one request. */
interface Following {
  readonly exchange: Exchange;
  remoteConversationId: string | null;
  userMessageId: string | null;
  /** The final reply came; nothing is left to confirm. */
  final: FinalWords | null;
  /** How its exchange ended; null while it may bring more. `elsewhere`: the rest comes another way. */
  end: ExchangeEnd | 'elsewhere' | null;
  /** Error that the site reported. */
  error: ToldError | null;
  /** When something of a reply came in last. */
  heardAt: number | null;
  readonly growth: ReplyGrowth;
  /** Something of it came in after its answer had ended: a reply that comes another way. */
  heardElsewhere: boolean;
  /** When the page last did anything for it. */
  lastSignAt: number;
  sought: boolean;
  /** Part of the reply that the history showed last. */
  shown: { readonly text: string } | null;
  /** Baton had the page stop it. */
  stopped: boolean;
  /** true: it was reported that no reply is to come. */
  givenUp: boolean;
}

/** Dependencies of the reporter on the rest of the page, and its reports to it. */
export interface ReplySurroundings {
  /** A reply was found in the history: the adapter still understands the site. */
  readonly confirmed: (exchange: Exchange) => void;
  readonly attemptIdOf: (exchange: Exchange) => string | null;
  /** Does the page read a reply, or show that one is being written? */
  readonly isWriting: () => boolean;
  readonly unanswered: (exchange: Exchange, reason: NoReply) => void;
}

const FIRST_LOOK_MS = 1_000;
/** So soon is known what the history tells, while a reply may be on its way at all. */
const LONGEST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_OF_SLOW_MS = 30_000;
const LONGEST_PAUSE_AFTER_MS = 120_000;
const SLOW_AFTER_MS = 5 * 60_000;
/** Ids turn up as long after a first reply at most; where none does, the page has none. */
const NAMED_WITHIN_MS = 2_000;
/** An answer in which an error was told, and nothing after it, ends so soon. */
const ERROR_ENDS_MS = 3_000;
/** Slow models think for an hour. */
const SEEK_LIMIT_MS = 2 * 60 * 60_000;

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
  /** The last reply came before the answer to its own send had ended, and over no socket. */
  #comesInAnswer = false;

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

  /** The site has begun to answer: an answer that never ends, and that nobody reads, brings no reply. */
  accepted(exchange: Exchange): void {
    if (exchange.send !== null) void this.#watch(this.#follow(exchange));
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
        following.heardAt = Date.now();
        following.lastSignAt = following.heardAt;
        // What streams without a send is an old reply told again.
        if (exchange.send !== null)
          following.growth.grew(this.#conversationOf(following), event.text.length);
        following.heardElsewhere ||= following.end !== null;
        return;
      case 'final':
        following.final = {
          id: this.#idOf(exchange, event),
          text: event.text,
          complete: following.stopped ? 'stopped' : (event.complete ?? 'whole'),
        };
        following.growth.ended(this.#conversationOf(following));
        if (exchange.send !== null)
          this.#comesInAnswer = following.end === null && exchange.request.method !== SOCKET_METHOD;
        this.#report(following);
        return;
      case 'handoff':
        following.end = 'elsewhere';
        void this.#seek(following);
        return;
      case 'error':
        following.error = event;
        void this.#endByError(following);
    }
  }

  /** A client that stops reading at an error leaves its transfer without an end. */
  async #endByError(following: Following): Promise<void> {
    const toldAt = Date.now();
    await pause(ERROR_ENDS_MS, this.#signal);
    const goesOn = following.end !== null || (following.heardAt ?? 0) > toldAt;
    if (!goesOn && following.final === null && !this.#signal.aborted)
      this.over(following.exchange, 'cut');
  }

  /** Is it the newest message, and has no reply to it come by any way? */
  isAwaited(exchange: Exchange): boolean {
    return this.#newest?.exchange === exchange && this.#newest.final === null;
  }

  /** The answer is at its end, whole or cut. */
  over(exchange: Exchange, end: ExchangeEnd): void {
    if (exchange.send === null) {
      // A reply that came in another request to the end, and that the page stops.
      const newest = this.#newest;
      if (exchange.resume !== null && newest?.stopped && newest.final === null)
        this.#giveUp(newest, 'stopped');
      return;
    }
    const following = this.#follow(exchange);
    // What brought the rest another way may break after its own answer ended well.
    if (end === 'cut' && following.end !== 'elsewhere') following.end = end;
    following.end ??= end;
    if (following.end !== 'elsewhere') following.growth.ended(this.#conversationOf(following));
    following.lastSignAt = Date.now();
    const isLost = following.sought && following.final === null;
    if (isLost && PATIENCE_MS[this.#patienceFor(following)] === 0)
      this.#giveUp(following, 'at_rest');
    void this.#seek(following);
  }

  /** Is it the newest send that carries the attempt, and its reply not whole? */
  isWritten(attemptId: string): boolean {
    return this.#writtenFor(attemptId) !== null;
  }

  /** Marks a reply as stopped: it is not waited for once its answer has ended. */
  stopped(attemptId: string): void {
    const following = this.#writtenFor(attemptId);
    if (following !== null) following.stopped = true;
  }

  #writtenFor(attemptId: string): Following | null {
    const newest = this.#newest;
    if (newest === null || newest.final !== null || newest.givenUp) return null;
    const mayGrow = newest.end === null || newest.end === 'elsewhere';
    // guard: stops-own-reply
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
      heardAt: null,
      growth: new ReplyGrowth(this.#background, () =>
        this.#platform.platformOf(new URL(location.href)),
      ),
      heardElsewhere: false,
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
    if (this.#signal.aborted || !this.#nameless.has(following)) return;
    if (isHere) this.#tracker.nameIt();
    if (this.#nameless.has(following)) this.#giveUp(following, 'nameless');
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

  /** An answer that is open, and that the page does not read, is none to wait for: the reply comes another way. */
  async #watch(following: Following): Promise<void> {
    const begunAt = Date.now();
    const isOpen = (): boolean => following.end === null && following.final === null;
    while (isOpen() && !this.#signal.aborted) {
      await pause(LONGEST_PAUSE_MS, this.#signal);
      if (isOpen() && isTooLong(following, begunAt)) return this.#giveUp(following, 'too_long');
      if (isOpen() && !this.#isComingIn(following)) return this.#seek(following);
    }
  }

  /** Looks for the reply to an answer that ended without one. One found after it was given up is told all the same. */
  async #seek(following: Following): Promise<void> {
    if (following.sought || following.final !== null) return;
    following.sought = true;
    const begunAt = Date.now();
    following.lastSignAt = begunAt;
    for (let pauseMs = FIRST_LOOK_MS; !isTooLong(following, begunAt);) {
      if (this.#isAtRest(following)) this.#giveUp(following, 'at_rest');
      await pause(pauseMs, this.#signal);
      if (this.#signal.aborted || following.final !== null) return;
      // What came after it stands in the history where its reply would: nobody writes that any more.
      if (this.#newest !== following) return this.#giveUp(following, 'overtaken');
      const isSlow = following.givenUp || Date.now() - begunAt > SLOW_AFTER_MS;
      if (!this.#isComingIn(following)) {
        const isToBeFound = await this.#findInHistory(following);
        if (following.givenUp && !isToBeFound) return;
      }
      const slowMs = following.givenUp ? LONGEST_PAUSE_AFTER_MS : LONGEST_PAUSE_OF_SLOW_MS;
      pauseMs = Math.min(pauseMs * 2, isSlow ? slowMs : LONGEST_PAUSE_MS);
    }
    this.#giveUp(following, 'too_long');
  }

  /** The page reads its answer: nothing is to be sought elsewhere. */
  #isComingIn({ exchange, end }: Following): boolean {
    return end === null && exchange.request.method !== SOCKET_METHOD && this.#around.isWriting();
  }

  /** Returns whether the wait for a reply is over; one that still grows is waited for, however long it takes. */
  #isAtRest(following: Following): boolean {
    const patience = this.#patienceFor(following);
    const isKept = LAST_WHILE_WRITTEN.has(patience) && this.#around.isWriting();
    if (isKept) following.lastSignAt = Date.now();
    return Date.now() - following.lastSignAt >= PATIENCE_MS[patience];
  }

  #patienceFor(following: Following): Patience {
    return patienceWith(this.#factsOf(following));
  }

  #factsOf(following: Following): AnswerFacts {
    const { stopped, error, end, heardAt, heardElsewhere, shown, userMessageId } = following;
    const id = this.#conversationOf(following);
    return {
      // What the page still reads of it comes to an end by itself.
      isStopped: stopped && !this.#isComingIn(following),
      isRefused: error !== null,
      end,
      isHeard: heardAt !== null,
      isHeardElsewhere: heardElsewhere,
      isShown: shown !== null,
      hasHistory: id !== null && userMessageId !== null && this.#history.canRead(id),
      comesInAnswer: this.#comesInAnswer,
    };
  }

  #giveUp(following: Following, by: WaitEnd): void {
    if (following.givenUp) return;
    following.givenUp = true;
    const facts = { ...this.#factsOf(following), isStopped: following.stopped };
    const reason = noReply(by, facts, following.error);
    this.#around.unanswered(following.exchange, reason);
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
      this.#giveUp(following, 'failed');
    } else if (isPassedOver(turns, userMessageId)) {
      this.#giveUp(following, 'passed_over');
    } else if (answer?.final === true) {
      following.final = following.stopped ? { ...answer, complete: 'stopped' } : answer;
      this.#around.confirmed(following.exchange);
      this.#report(following);
    } else if (answer !== null && answer.text !== following.shown?.text) {
      following.shown = { text: answer.text };
      following.lastSignAt = Date.now();
    }
    return true;
  }
}

/** Returns whether a wait is over its limit, counted from the last words that came in. */
function isTooLong({ heardAt }: Following, begunAt: number): boolean {
  return Date.now() >= Math.max(begunAt, heardAt ?? begunAt) + SEEK_LIMIT_MS;
}

/** As the guards of the background allow. */
const MAX_ADDRESS_LENGTH = 8_192;
