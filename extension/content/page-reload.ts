import type { CodedError } from '../../shared/model/error-codes.ts';
import type { BaselineOutcome } from '../messages/page-messages.ts';
import type { Platform } from '../platforms/platform.ts';
import { STUCK } from './attempt.ts';
import type { BackgroundLink } from './background-link.ts';
import { pause } from './pause.ts';
import type { ConversationTracker } from './conversation-tracker.ts';
import { queuedTasksDone } from './wait-for-page.ts';

const AGAIN_MS = 1_000;

/** Error to report for each reason to reload, if the reload does not help. */
const WHY = {
  older: { code: 'page_gone', text: 'The page shows an older state of the conversation.' },
  nothing: { code: 'adapter_drift', text: 'The page shows no turn that is known as one.' },
  stuck: STUCK,
  spoilt: { code: 'page_gone', text: 'A send of the page was refused: it is loaded anew.' },
} as const satisfies Record<string, CodedError>;

/** Loads the page anew where it does not know what its conversation holds. */
export class PageReload {
  readonly #platform: Platform;
  readonly #tracker: ConversationTracker;
  readonly #background: BackgroundLink;
  readonly #signal: AbortSignal;
  readonly #isInUse: () => boolean;
  #isSpoilt = false;

  /** `isInUse`: a delivery is under way in it, or a person is at work in it. */
  constructor(
    platform: Platform,
    tracker: ConversationTracker,
    background: BackgroundLink,
    signal: AbortSignal,
    isInUse: () => boolean,
  ) {
    this.#platform = platform;
    this.#tracker = tracker;
    this.#background = background;
    this.#signal = signal;
    this.#isInUse = isInUse;
  }

  /** Why nothing is to be sent from it before that; null when nothing speaks against it. */
  get obstacle(): CodedError | null {
    return this.#isSpoilt ? WHY.spoilt : null;
  }

  /**
   * A send of the page was refused by us. Many keep what they could not send, and would send it along with the next
   * message; others wait for an answer for good.
   */
  forSpoilt(): void {
    if (this.#isSpoilt) return;
    this.#isSpoilt = true;
    void this.whenFree();
  }

  async whenFree(): Promise<void> {
    await this.#background.idle();
    while (this.#isInUse()) {
      await pause(AGAIN_MS, this.#signal);
      if (this.#signal.aborted) return;
    }
    const { remoteConversationId: id } = this.#tracker.place;
    const isShown = this.#platform.locate(new URL(location.href)).remoteConversationId === id;
    const url = id === null || isShown ? null : this.#platform.conversationUrl(id, location.origin);
    // One that was begun without the page's doing: the page stands where it was before.
    if (url === null) location.reload();
    else location.assign(url);
  }

  /** At once, instead of the baseline that was asked for. */
  instead(why: keyof typeof WHY): BaselineOutcome {
    void queuedTasksDone().then(() => location.reload()); // The answer leaves first.
    return { ok: false, reloads: true, ...WHY[why] };
  }
}
