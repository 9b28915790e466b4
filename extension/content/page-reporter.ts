import type { Completeness } from '../../shared/model/completeness.ts';
import type { HistoryTurn, WholeAnswer } from '../platforms/platform.ts';
import { unlessWhole } from '../platforms/kit/reply-event.ts';
import { stableId } from '../platforms/kit/stable-id.ts';
import type { Attempts } from './attempts.ts';
import type { BackgroundLink } from './background-link.ts';
import { pause } from './pause.ts';
import { capturedMessage } from './captured-message.ts';
import type { Exchange } from './exchange.ts';
import type { PageView } from './page-view.ts';
import { ReplyReporter } from './reply-reporter.ts';
import { StateReporter } from './state-reporter.ts';
import type { ShownReply } from './teach/shown-candidate.ts';
import type { Teaching } from './teach/teaching.ts';
import { waitForPage } from './wait-for-page.ts';
import { TurnReporter } from './turn-reporter.ts';

const SNAPSHOT_FIRST_PAUSE_MS = 2_000;
/** With a doubling pause: a good half hour. */
const SNAPSHOT_MAX_LOOKS = 10;
/** Time within which a page shows what it was answered; one that does nothing meanwhile does not show it. */
const SHOWN_WITHIN_MS = 60_000;
const NOT_SHOWN_MS = 5_000;
const STANDS_MS = 1_000;

/** Tells the background of a page: its state, its replies and turns, how it sends, and what its conversation held before. */
export class PageReporter {
  readonly replies: ReplyReporter;
  readonly turns: TurnReporter;
  readonly states: StateReporter;
  readonly #view: PageView;
  readonly #background: BackgroundLink;
  readonly #teaching: Teaching | null;
  readonly #signal: AbortSignal;
  readonly #polled = new WeakMap<Exchange, { readonly whole: WholeAnswer; hasGrown: boolean }>();

  constructor(
    view: PageView,
    background: BackgroundLink,
    attempts: Attempts,
    teaching: Teaching | null,
    onState: ConstructorParameters<typeof StateReporter>[2],
    signal: AbortSignal,
  ) {
    const { platform, tracker, history, selfCheck } = view;
    this.#view = view;
    this.#background = background;
    this.#teaching = teaching;
    this.#signal = signal;
    this.states = new StateReporter(() => view.state(), background, onState, signal);
    this.replies = new ReplyReporter(platform, tracker, history, background, signal, {
      confirmed: (exchange) => {
        selfCheck.understood();
        view.unread?.read(exchange);
      },
      attemptIdOf: (exchange) => attempts.attemptIdOf(exchange),
      isWriting: () => view.shown.isWriting(),
      unanswered: (exchange, reason) => {
        attempts.unanswered(exchange, reason);
        this.states.touch();
      },
    });
    this.turns = new TurnReporter(platform, tracker, background, (exchange) =>
      attempts.isOurs(exchange),
    );
  }

  /** The page went to another conversation, or its conversation got an id. */
  moved(): void {
    this.states.touch();
    this.turns.placeChanged();
    this.replies.placeChanged();
    void this.#view.talks?.stands();
    void this.snapshot();
  }

  /** How the page sends, and under which login. */
  captured(exchange: Exchange): void {
    if (exchange.send === null) return;
    const { platform, tracker } = this.#view;
    const isHere = exchange.placeNumber === tracker.placeNumber;
    const here = isHere ? tracker.place.remoteConversationId : null;
    const id = exchange.send.remoteConversationId ?? here;
    const name = platform.platformOf(new URL(location.href));
    void this.#background.deliver(capturedMessage(exchange, name, id), 'captures');
  }

  /** A person showed which part of the page is a reply: then the page tells which of the answer's words are. */
  async readShown(exchange: Exchange, answer: string): Promise<void> {
    const text = (await this.#teaching?.shownReply(exchange, answer, this.#signal)) ?? null;
    if (text !== null) return this.readByTeaching(exchange, text);
    const whole = this.#wholeAnswer(exchange, answer, exchange.contentType);
    const shown = await this.#shownOf(exchange, () => whole);
    if (shown !== null) this.#readByPage(exchange, shown);
  }

  /** The page has read this by itself: a reply that it was told of by no other way may be in it. */
  readPolled(exchange: Exchange, answer: string, contentType: string): void {
    const whole = this.#wholeAnswer(exchange, answer, contentType);
    if (whole === null) return;
    const before = this.#polled.get(exchange);
    this.#polled.set(exchange, { whole, hasGrown: before?.hasGrown ?? false });
    if (whole.failed !== null && whole.failed !== before?.whole.failed) {
      this.#view.unread?.read(exchange);
      const refusal = { code: 'send_rejected', text: whole.failed, retryAfterMs: null } as const;
      this.replies.replied(exchange, { type: 'error', ...refusal });
    }
    if (whole.failed !== null) return;
    if (before === undefined) void this.#seekPolled(exchange);
  }

  /** A reply in what a page asks for again and again is whole if its site says so, or if it came at once and stands. */
  async #seekPolled(exchange: Exchange): Promise<void> {
    const newest = () => this.#polled.get(exchange);
    for (let last: ShownReply | null = null; !this.#signal.aborted;) {
      const shown = await this.#shownOf(exchange, () => newest()?.whole ?? null);
      const polled = newest();
      if (shown === null || polled === undefined || !this.replies.isAwaited(exchange)) break;
      polled.hasGrown ||= last !== null && last.text !== shown.text;
      const isWhole = polled.whole.isDone || (!polled.hasGrown && last?.text === shown.text);
      if (isWhole && !this.#view.shown.isWriting()) return this.#readByPage(exchange, shown);
      if (polled.hasGrown && !polled.whole.isDone && last?.text === shown.text) break;
      last = shown;
      if (!polled.whole.isDone && !(await this.#view.standsStill())) polled.hasGrown = true;
    }
    this.#polled.delete(exchange);
  }

  #wholeAnswer({ send }: Exchange, answer: string, contentType: string): WholeAnswer | null {
    return this.#view.platform.wholeAnswer?.(answer, contentType, send?.text ?? '') ?? null;
  }

  /** Returns what the page shows of an answer, once it has stood there for a moment: a page lags, and may animate it in. */
  async #shownOf({ send }: Exchange, answer: () => WholeAnswer | null): Promise<ShownReply | null> {
    const find = (): ShownReply | null => {
      const whole = answer();
      return whole && send && (this.#teaching?.shownOf(whole, send.text) ?? null);
    };
    if (!answer()?.candidates.length) return null;
    const options = { withinMs: SHOWN_WITHIN_MS, stillMs: NOT_SHOWN_MS, signal: this.#signal };
    const isShown = await waitForPage(() => find() !== null, options);
    for (let found = find(); isShown && !this.#signal.aborted;) {
      await pause(STANDS_MS, this.#signal);
      const again = find();
      if (again?.text === found?.text) return again;
      found = again;
    }
    return null;
  }

  #readByPage(exchange: Exchange, { text, isUnsure }: ShownReply): void {
    // What the page asked for before it sent the message may be shown beside the reply.
    if (!this.replies.isAwaited(exchange)) return;
    // What is read may be of anything, such as a page that was found for the message.
    const isRead = exchange.request.method === 'GET' && exchange.contentType.includes('json');
    this.readByTeaching(exchange, text, isUnsure || isRead ? 'unproven' : 'whole');
    this.#view.answered(exchange, text);
    void this.#view.shown.learn(exchange, text).then(() => this.#view.talks?.stands());
  }

  /** Reports a reply whose words were found by a person's teaching. */
  readByTeaching(exchange: Exchange, text: string, complete: Completeness = 'whole'): void {
    const assistantMessageId = stableId(text);
    const reply = { type: 'final', assistantMessageId, text, ...unlessWhole(complete) } as const;
    this.#view.tracker.answered(exchange.send, exchange.placeNumber);
    this.#view.selfCheck.understood();
    this.#view.unread?.read(exchange);
    this.turns.replied(exchange, reply);
    this.replies.replied(exchange, reply);
    void this.#view.talks?.stands();
  }

  /** The page read JSON from the site, which may be a history. */
  read(url: string, body: string): void {
    const { history, tracker } = this.#view;
    const id = tracker.place.remoteConversationId;
    const turns = history.offer(url, id, body);
    if (id !== null && turns !== null) this.#reportSnapshot(id, turns);
  }

  /** Reports what the conversation shown held before this page did anything in it. */
  async snapshot(): Promise<void> {
    const { history, activity, tracker } = this.#view;
    const { placeNumber } = tracker;
    await activity.loaded();
    const stop = this.#signal;
    let pauseMs = SNAPSHOT_FIRST_PAUSE_MS;
    for (let looks = 0; looks < SNAPSHOT_MAX_LOOKS && !stop.aborted; looks += 1) {
      const { remoteConversationId: id } = tracker.place;
      const isPast = placeNumber !== tracker.placeNumber || tracker.hasSent;
      if (id === null || isPast) return;
      const turns = await history.read(id);
      if (turns === null) return;
      this.#reportSnapshot(id, turns);
      if (looks === 0 && turns.length > 0) void this.#view.checkShown();
      if (turns.at(-1)?.final !== false && turns.at(-1)?.role !== 'user') return;
      await pause(pauseMs, stop); // A reply is being written: it is awaited in the history.
      pauseMs *= 2;
    }
  }

  #reportSnapshot(remoteConversationId: string, turns: readonly HistoryTurn[]): void {
    const { tracker } = this.#view;
    if (!tracker.hasSent) this.replies.reportSnapshot(remoteConversationId, turns);
  }
}
