import type { HistoryTurn } from '../platforms/platform.ts';
import { stableId } from '../platforms/kit/stable-id.ts';
import type { Attempts } from './attempts.ts';
import type { BackgroundLink } from './background-link.ts';
import { pause } from './pause.ts';
import { capturedMessage } from './captured-message.ts';
import type { Exchange } from './exchange.ts';
import type { PageView } from './page-view.ts';
import { ReplyReporter } from './reply-reporter.ts';
import { StateReporter } from './state-reporter.ts';
import type { Teaching } from './teach/teaching.ts';
import { TurnReporter } from './turn-reporter.ts';

const SNAPSHOT_FIRST_PAUSE_MS = 2_000;
/** With a doubling pause: a good half hour. */
const SNAPSHOT_MAX_LOOKS = 10;

/** Tells the background of a page: its state, its replies and turns, how it sends, and what its conversation held before. */
export class PageReporter {
  readonly replies: ReplyReporter;
  readonly turns: TurnReporter;
  readonly states: StateReporter;
  readonly #view: PageView;
  readonly #background: BackgroundLink;
  readonly #teaching: Teaching | null;
  readonly #signal: AbortSignal;

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
    if (text !== null) this.readByTeaching(exchange, text);
  }

  /** Reports a reply whose words were found by a person's teaching. */
  readByTeaching(exchange: Exchange, text: string): void {
    const reply = { type: 'final', assistantMessageId: stableId(text), text } as const;
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
