import type { PageCommand } from '../messages/page-messages.ts';
import type { BackgroundLink } from './background-link.ts';
import { pressableOf } from './compose/press-send.ts';
import { whenStoppable } from './compose/when-stoppable.ts';
import { ourTurn } from './find-our-turn.ts';
import type { PageDeliveries } from './page-deliveries.ts';
import type { PageView } from './page-view.ts';
import { answerTo } from './answer-in-history.ts';
import { WAIT_ENDS } from './no-reply.ts';
import type { ReplyReporter } from './reply-reporter.ts';
import { isSameMessage } from './same-message.ts';
import { waitForPage } from './wait-for-page.ts';

type StopCommand = Extract<PageCommand, { kind: 'attempt.stop' }>;

/** A page takes the button away once it has stopped the reply. */
const STOPPED_WITHIN_MS = 10_000;

/**
 * Stops replies that nobody waits for. A wish is kept for as long as its reply is being written: a page may show the
 * button late, and one that was loaded anew shows the reply that the page before it was to stop.
 */
export class ReplyStops {
  readonly #view: PageView;
  readonly #deliveries: PageDeliveries;
  readonly #replies: ReplyReporter;
  readonly #background: BackgroundLink;
  readonly #signal: AbortSignal;
  /** Attempts whose replies are being seen to, or were. */
  readonly #taken = new Set<string>();

  constructor(
    view: PageView,
    deliveries: PageDeliveries,
    replies: ReplyReporter,
    background: BackgroundLink,
    signal: AbortSignal,
  ) {
    this.#view = view;
    this.#deliveries = deliveries;
    this.#replies = replies;
    this.#background = background;
    this.#signal = signal;
  }

  /** Asked again for an attempt, it changes nothing. False: the page does not show that reply. */
  take(command: StopCommand): boolean {
    const { attempt_id: id, remote_conversation_id: conversation } = command;
    const isOwn = this.#deliveries.attempts.progressOf(id) !== null;
    if (!isOwn && !this.#view.tracker.isAt(conversation)) return false;
    if (this.#taken.has(id)) return true;
    this.#taken.add(id);
    const stopped = isOwn ? this.#stopOwn(id) : this.#stopAnothers(command);
    void stopped.then((isStopped) => !isStopped && this.#taken.delete(id));
    return true;
  }

  /** Stops a reply of this page; the reply's own request reports the outcome. */
  async #stopOwn(attemptId: string): Promise<boolean> {
    const button = await this.#button(() => this.#replies.isWritten(attemptId));
    button?.click();
    if (button !== null) this.#replies.stopped(attemptId);
    return button !== null;
  }

  /** A reply whose message another page sent: of its request this one knows nothing. */
  async #stopAnothers({ attempt_id, ...asked }: StopCommand): Promise<boolean> {
    const { tracker, platform } = this.#view;
    const { placeNumber } = tracker;
    const isShown = (): boolean => placeNumber === tracker.placeNumber && !tracker.hasSent;
    const button = await this.#button(isShown);
    if (button === null || !(await this.#isAwaited(asked)) || !isShown()) return false;
    button.click();
    const { stopButton = [] } = platform.selectors;
    const isGone = await waitForPage(() => pressableOf(stopButton) === null, {
      withinMs: STOPPED_WITHIN_MS,
      signal: this.#signal,
    });
    if (!isGone) return false;
    const progress = { step: 'no_reply', text: WAIT_ENDS.stopped, retry_after_ms: null } as const;
    await this.#background.deliver({ kind: 'attempt.progress', attempt_id, progress }, 'attempts');
    return true;
  }

  /** Is our message the newest that stands there, and without its reply? */
  async #isAwaited({
    remote_conversation_id: id,
    look,
  }: Pick<StopCommand, 'remote_conversation_id' | 'look'>): Promise<boolean> {
    const turns = (await this.#view.history.read(id)) ?? [];
    const newest = turns.findLast(({ role }) => role === 'user');
    const isOurs = newest !== undefined && ourTurn(turns, look, isSameMessage) === newest;
    return isOurs && answerTo(turns, newest.id)?.final !== true;
  }

  async #button(isWritten: () => boolean): Promise<HTMLElement | null> {
    const { stopButton: selectors = [] } = this.#view.platform.selectors;
    if (selectors.length === 0) return null;
    return whenStoppable({ selectors, isWritten, signal: this.#signal });
  }
}
