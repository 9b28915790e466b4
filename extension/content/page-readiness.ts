import { type Platform, SOCKET_METHOD } from '../platforms/platform.ts';
import { pause } from './pause.ts';
import type { ConversationTracker } from './conversation-tracker.ts';
import type { Exchange } from './exchange.ts';
import type { DomActivity } from './dom-activity.ts';
import { renderedTurns } from './rendered-turns.ts';
import { waitForPage } from './wait-for-page.ts';

/** A page that has not shown a turn for so long is taken as it is. */
const TURNS_WITHIN_MS = 5_000;
/** The final of an answer is told when it is read; the page may go on reading for a moment. Some lines never end. */
const ANSWER_ENDS_WITHIN_MS = 1_000;
/** So long after its last change a page has dealt with an answer; one that never stands still is taken as it is. */
const SETTLED_AFTER_MS = 150;
const SETTLED_WITHIN_MS = 600;

/** Whether the page has come so far that it sends what is put into it: it has loaded its talk, and read its answers. */
export class PageReadiness {
  readonly #platform: Platform;
  readonly #tracker: ConversationTracker;
  readonly #activity: DomActivity;
  readonly #signal: AbortSignal;
  readonly #over = new WeakSet<Exchange>();
  /** An answer whose final reply was told, and whose end was not. */
  #open: { readonly exchange: Exchange; readonly ended: AbortController } | null = null;

  constructor(
    platform: Platform,
    tracker: ConversationTracker,
    activity: DomActivity,
    signal: AbortSignal,
  ) {
    this.#platform = platform;
    this.#tracker = tracker;
    this.#activity = activity;
    this.#signal = signal;
  }

  final(exchange: Exchange): void {
    // A socket stays open when an answer is at its end.
    if (exchange.request.method === SOCKET_METHOD || this.#over.has(exchange)) return;
    this.#open = { exchange, ended: new AbortController() };
  }

  over(exchange: Exchange): void {
    this.#over.add(exchange);
    if (this.#open?.exchange !== exchange) return;
    this.#open.ended.abort();
    this.#open = null;
  }

  /** A page that sends before it has loaded its conversation may start another one. */
  async showsTurns(): Promise<void> {
    const { selectors, sendsAreCertain } = this.#platform;
    const haveIds = selectors.turnIdAttribute !== null;
    const shows = (): boolean =>
      renderedTurns(selectors).some(({ role, id }) => role === 'user' && (id !== null || !haveIds));
    if (sendsAreCertain && selectors.userTurn.length > 0) {
      await waitForPage(shows, { withinMs: TURNS_WITHIN_MS, signal: this.#signal });
    } else if (!shows() && !this.#tracker.hasSent) {
      // What its turns look like is a guess, or not known: it has loaded once it has sent, or stands still.
      await this.#activity.quiet(TURNS_WITHIN_MS);
    }
  }

  /** Many pages drop what is sent while they still deal with an answer, and nothing in them says so. */
  async settled(): Promise<void> {
    if (this.#platform.sendsAreCertain) return;
    if (this.#open !== null) {
      const ended = AbortSignal.any([this.#open.ended.signal, this.#signal]);
      await pause(ANSWER_ENDS_WITHIN_MS, ended);
      this.#open = null; // A line that is kept open is waited for once.
    }
    await this.#activity.quiet(SETTLED_WITHIN_MS, SETTLED_AFTER_MS);
  }
}
