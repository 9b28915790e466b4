import type { CodedError, ErrorCode } from '../../shared/model/error-codes.ts';
import { isToBegin } from '../messages/new-conversation.ts';
import type { AttemptProgress } from '../messages/page-messages.ts';
import type { Refusal, SendDescription } from '../platforms/platform.ts';
import { waitOf } from '../platforms/kit/told-wait.ts';
import { pause } from './pause.ts';
import type { Composer } from './composer.ts';
import type { Exchange } from './exchange.ts';
import type { NoReply } from './no-reply.ts';
import { containsMessage, isBeginningOf, isMangledMessage, isSameMessage } from './same-message.ts';

/** From the first press until the page's own request is there. Some pages mint tokens before. */
const LEAVE_WITHIN_MS = 20_000;
/** A site that answers in one piece thinks first. */
const ANSWER_WITHIN_MS = 10 * 60_000;
/** Longer than the page's clients go on retrying by themselves. */
const ARM_MS = 150_000;
/** Maximum of characters in a report: a site that says more is still reported. */
const MAX_WORDS = 2_000;

/** A page that was loaded anew knows of no message without a reply: this is told once. */
export const STUCK = {
  code: 'page_gone',
  text: 'The page takes no message after one without a reply: it is loaded anew.',
} as const satisfies CodedError;

/** Dependencies of an attempt on its page. */
export interface AttemptPage {
  readonly composer: Composer;
  readonly sendsAreCertain: boolean;
  readonly isAt: (remoteConversationId: string) => boolean;
  /** Would this send come before a message that stands in the conversation already? */
  readonly isPast: (remoteConversationId: string, sent: SendDescription) => boolean;
  /** A message that was sent from here had no reply: the page may take no further one before it is loaded anew. */
  readonly isAfterUnanswered: () => boolean;
  /** Has the page load anew once this is over: nobody knows how it handles a refused send. */
  readonly loadAnew: () => void;
  /** Sends into a conversation name it here: by the adapter, or as the page has shown. */
  readonly sendsNameIt: () => boolean;
  /** Is what the page shows the conversation to begin, given that this is its first message? */
  readonly claim: (provisionalId: string, remoteConversationId: string) => boolean;
  /** The page does not show yet what was sent for it: what it sends itself would hang under an old message. */
  readonly isBehind: () => boolean;
  /** Why nothing may be put in now; null when it may. */
  readonly obstacle: (
    remoteConversationId: string,
  ) => { readonly code: ErrorCode; readonly text: string } | null;
  /** The page has dealt with what it was answered last, as far as that shows. */
  readonly settled: () => Promise<void>;
  /** The page's own send with this text, to be made again; null where the page must send for itself. */
  readonly replay: (
    remoteConversationId: string,
    text: string,
  ) => Promise<{ readonly send: () => void; readonly failed: () => void } | null>;
  /** False when the tap does not answer. */
  readonly arm: (forMs: number) => Promise<boolean>;
  /** Durable when it returns; the answer counts for `leaving` only. */
  readonly tell: (progress: AttemptProgress) => Promise<{ readonly go: boolean } | null>;
  readonly signal: AbortSignal;
}

/**
 * `unanswered`: the site answered with an error, or with no reply, and what the page shows under the message is its own
 * word on that. `unheard`: nothing was heard of the site, and that the page shows the message is its own hope.
 */
export type Fate = 'unanswered' | 'unheard';

type Phase = 'inserting' | 'pressing' | 'leaving' | 'left' | 'accepted' | 'failed';

/**
 * One attempt: text in, checked; send pressed; the page's own request held, checked, journaled, let go; the
 * site's answer read. It ends with `accepted` or `failed`, once.
 */
export class Attempt {
  readonly text: string;
  progress: AttemptProgress = { step: 'inserting' };

  readonly #page: AttemptPage;
  readonly #conversationId: string;
  readonly #ended = new AbortController();
  readonly #hasLeft = new AbortController();
  #phase: Phase = 'inserting';
  #exchange: Exchange | null = null;
  #wasReplayed = false;
  #fate: Fate | null = null;
  #isOut = false;
  /** The message is being put into the composer: a page may take a part of that for a message. */
  #isInserting = false;
  /** A request that held our text left without being recognised. */
  #suspected = false;

  constructor(page: AttemptPage, conversationId: string, text: string) {
    this.#page = page;
    this.#conversationId = conversationId;
    this.text = text;
    page.signal.addEventListener('abort', () => this.#ended.abort());
  }

  get isOver(): boolean {
    return this.#phase === 'accepted' || this.#phase === 'failed';
  }

  /** true: the page was told to send it. */
  get isPressed(): boolean {
    return this.#phase !== 'inserting';
  }

  get hasFailed(): boolean {
    return this.#phase === 'failed';
  }

  /** true: it is, or may be, in the conversation. */
  get isOut(): boolean {
    return this.#isOut;
  }

  /** true: Baton sent it by a request of its own, so the page does not show it yet. */
  get wasReplayed(): boolean {
    return this.#wasReplayed;
  }

  get fate(): Fate | null {
    return this.#fate;
  }

  /** Is this the request that carries, or carried, the message? */
  owns(exchange: Exchange): boolean {
    return this.#exchange === exchange;
  }

  /** However it ends, it is over then: a page that breaks what is done in it must not stay under way for good. */
  async run(): Promise<void> {
    try {
      await this.#run();
    } catch {
      const isUnsent = this.#phase === 'inserting' && !this.#suspected;
      const text = 'The page broke while the message was put in.';
      await this.#fail('adapter_drift', text, isUnsent ? 'no' : 'unknown');
    }
  }

  async #run(): Promise<void> {
    const { composer, obstacle, arm, settled } = this.#page;
    const [told] = await Promise.all([this.#tell({ step: 'inserting' }), settled()]);
    if (!told || this.isOver) return;
    const inTheWay = obstacle(this.#conversationId);
    if (inTheWay !== null) return this.#fail(inTheWay.code, inTheWay.text, 'no');

    if (!(await arm(ARM_MS))) {
      return this.#fail('adapter_drift', 'The page cannot be watched: reload it.', 'no');
    }
    if (await this.#replay()) return;
    if (this.#page.isBehind()) {
      return this.#fail('page_gone', 'The page is about to load what was sent for it.', 'no');
    }
    this.#isInserting = true;
    const isIn = await composer.insert(this.text, () => this.isOver);
    if (this.isOver) return;
    const changed = obstacle(this.#conversationId);
    if (changed !== null) return this.#fail(changed.code, changed.text, 'no');
    if (!isIn) {
      const text = 'No way of putting the message in kept it as it is.';
      return this.#fail('text_mangled', text, 'no');
    }

    this.#phase = 'pressing';
    const bound = AbortSignal.any([this.#ended.signal, this.#hasLeft.signal]);
    const pressed = composer.press(() => this.#phase !== 'pressing', bound);
    await Promise.all([pressed, pause(LEAVE_WITHIN_MS, bound)]);
    if (this.#phase !== 'pressing') return;
    const text = 'Pressing send led to no request that is known as a send.';
    // A composer that was emptied was taken by a page whose way of sending is not seen.
    const isProvenUnsent = !this.#suspected && composer.hasOurs();
    if (!isProvenUnsent || !this.#page.isAfterUnanswered()) {
      return this.#fail('adapter_drift', text, isProvenUnsent ? 'no' : 'unknown');
    }
    await this.#fail(STUCK.code, STUCK.text, 'no');
    this.#page.loadAnew();
  }

  /** True: it was sent, or failed, without the composer. From the held request on, all goes as it does else. */
  async #replay(): Promise<boolean> {
    const replay = await this.#page.replay(this.#conversationId, this.text);
    if (this.isOver) return true;
    // The person may have begun to write meanwhile: they come first, though nothing of theirs is in the way.
    const inTheWay = replay === null ? null : this.#page.obstacle(this.#conversationId);
    if (replay === null) return false;
    if (inTheWay !== null) {
      await this.#fail(inTheWay.code, inTheWay.text, 'no');
      return true;
    }
    this.#phase = 'pressing';
    this.#wasReplayed = true;
    replay.send();
    await pause(LEAVE_WITHIN_MS, AbortSignal.any([this.#ended.signal, this.#hasLeft.signal]));
    if (this.#phase !== 'pressing') return true;
    replay.failed();
    // The next attempt goes through the composer.
    await this.#fail('page_gone', 'The page did not make the request.', 'no');
    return true;
  }

  /** A request of the page is held: `judge` it. Requests that are none of ours go. */
  held(exchange: Exchange, judge: (go: boolean) => void): void {
    const sent = exchange.send;
    if (sent?.kind === 'next' && this.#phase === 'inserting' && this.#isInserting) {
      if (!isBeginningOf(sent.text, this.text)) return judge(true); // guard: whole-messages
      const text = 'The page would have sent the message before it was whole.';
      return void this.#refuse(judge, 'text_mangled', text);
    }
    if (sent === null || sent.kind !== 'next' || this.#phase === 'inserting') {
      this.#suspected ||= sent === null && this.#holdsOurs(exchange.request.body ?? '');
      judge(true);
      return;
    }
    const isOurs = isSameMessage(sent.text, this.text);
    if (this.#phase !== 'pressing') return judge(!isOurs); // A client that retries by itself.
    if (isOurs) {
      const misplaced = this.#misplaced(sent);
      if (misplaced === null) void this.#leave(exchange, judge);
      else void this.#refuse(judge, 'page_gone', misplaced);
      return;
    }
    const isMangled =
      isMangledMessage(sent.text, this.text) ||
      (this.#page.sendsAreCertain && containsMessage(sent.text, this.text));
    const reason = 'The request of the page held another text than the message.';
    if (isMangled) {
      const mayTryAgain = this.#page.composer.oursWasMangled();
      void this.#refuse(judge, mayTryAgain ? 'page_gone' : 'text_mangled', reason);
    } else {
      this.#suspected ||= containsMessage(sent.text, this.text);
      judge(true);
    }
  }

  /** A send left without being held: the tap was not armed any more. If it is ours, it is out now. */
  unheld(exchange: Exchange): void {
    const isOurs = exchange.send !== null && isSameMessage(exchange.send.text, this.text);
    if (!isOurs || (this.#phase !== 'pressing' && this.#phase !== 'leaving')) return;
    this.#phase = 'left';
    this.#exchange = exchange;
    this.#hasLeft.abort();
  }

  accepted(exchange: Exchange, userMessageId: string | null): void {
    if (exchange !== this.#exchange || this.#phase !== 'left') return;
    this.#phase = 'accepted';
    this.#page.composer.oursWasSent();
    void this.#page.arm(0);
    const id = exchange.send?.userMessageId ?? userMessageId;
    void this.#tell({ step: 'accepted', user_message_id: id }).then(() => this.#ended.abort());
  }

  refused(exchange: Exchange, refusal: Refusal): void {
    if (exchange !== this.#exchange || this.#phase !== 'left') return;
    this.#fate = 'unanswered';
    // A fault of the server's own, a word within an answer begun, or any a socket tells of, may have come after it
    // kept the message.
    const { status, contentType } = exchange;
    const mayBeKept =
      status === null || status >= 500 || contentType.startsWith('text/event-stream');
    const code =
      refusal.code === 'send_rejected' && isForGood(status) ? 'send_refused' : refusal.code;
    const waitMs = waitOf(refusal, Date.now());
    void this.#fail(code, refusal.text, mayBeKept ? 'unknown' : 'no', waitMs);
  }

  /** Ends an accepted attempt to which no reply is to come. */
  unanswered(exchange: Exchange, { text, retryAfterMs }: NoReply): void {
    if (exchange !== this.#exchange || this.#phase !== 'accepted') return;
    this.#fate = 'unanswered';
    void this.#tell({ step: 'no_reply', text, retry_after_ms: retryAfterMs });
  }

  lost(exchange: Exchange, left: boolean): void {
    if (exchange !== this.#exchange) return;
    if (left)
      void this.#fail('page_gone', 'The connection broke before the site answered.', 'unknown');
    else {
      void this.#fail('page_gone', 'Nobody let the message go in time.', 'no');
      this.#page.loadAnew();
    }
  }

  async #leave(exchange: Exchange, judge: (go: boolean) => void): Promise<void> {
    this.#phase = 'leaving';
    this.#exchange = exchange;
    this.#hasLeft.abort();
    const id = exchange.send?.userMessageId ?? null;
    const answer = await this.#tell({ step: 'leaving', user_message_id: id });
    if (this.#phase !== 'leaving') return;
    if (answer?.go !== true) {
      await this.#refuse(judge, 'cancelled', 'The delivery was called off before it left.');
      return;
    }
    this.#phase = 'left';
    this.#isOut = true;
    void this.#page.arm(ARM_MS);
    judge(true);
    await pause(ANSWER_WITHIN_MS, this.#ended.signal);
    await this.#fail('page_gone', 'The site gave no answer.', 'unknown');
  }

  async #refuse(judge: (go: boolean) => void, code: ErrorCode, text: string): Promise<void> {
    judge(false);
    this.#hasLeft.abort();
    await this.#fail(code, text, 'no');
    // Of what is sent in its place the page knows nothing.
    if (!this.#wasReplayed) this.#page.loadAnew(); // guard: refused-for-good
  }

  async #fail(
    code: ErrorCode,
    text: string,
    sent: 'no' | 'unknown',
    retryAfterMs: number | null = null,
  ): Promise<void> {
    if (this.isOver) return;
    if (this.#phase === 'inserting') void this.#page.arm(0);
    this.#phase = 'failed';
    this.#isOut &&= sent === 'unknown';
    if (sent === 'unknown') this.#fate ??= 'unheard';
    await this.#page.composer.clearOurs();
    const words = text.slice(0, MAX_WORDS);
    await this.#tell({ step: 'failed', code, text: words, retry_after_ms: retryAfterMs, sent });
    this.#ended.abort();
  }

  #tell(progress: AttemptProgress): Promise<{ readonly go: boolean } | null> {
    this.progress = progress;
    return this.#page.tell(progress);
  }

  /** Why the page's send would not follow the last message of our conversation; null: it would. */
  #misplaced(sent: SendDescription): string | null {
    if (!this.#isForUs(sent)) return 'The page would have sent to another conversation.';
    if (!this.#page.isPast(this.#conversationId, sent)) return null;
    this.#page.loadAnew(); // It does not know of the newest turns.
    return 'The page would have answered an older message.';
  }

  /** Does a send go where ours belongs? */
  #isForUs({ remoteConversationId: target, isFirst }: SendDescription): boolean {
    // Where one is begun the page names it, or the site does: what counts is that the page is still ours.
    if (isToBegin(this.#conversationId)) {
      if (this.#page.isAt(this.#conversationId)) return true;
      const isClaimed = (id: string): boolean => this.#page.claim(this.#conversationId, id);
      return isFirst === true && target !== null && isClaimed(target);
    }
    // Where sends name their conversation, one that names none starts a new one.
    return target === null ? !this.#page.sendsNameIt() : this.#page.isAt(target);
  }

  #holdsOurs(body: string): boolean {
    return body.includes(JSON.stringify(this.text).slice(1, -1));
  }
}

/** Client errors that say "not now": all others will be the same next time (RFC 9110, 6585, 8470). */
const NOT_NOW = new Set([408, 425, 429]);

function isForGood(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && !NOT_NOW.has(status);
}
