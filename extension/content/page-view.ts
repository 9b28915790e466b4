import type { CodedError } from '../../shared/model/error-codes.ts';
import type { PageState, UnreadReason } from '../messages/page-messages.ts';
import type { Platform } from '../platforms/platform.ts';
import { AskedElsewhere } from './asked-elsewhere.ts';
import { Composer } from './composer.ts';
import type { TapLink } from './connect-tap.ts';
import { ConversationTracker } from './conversation-tracker.ts';
import type { Exchange } from './exchange.ts';
import { HistoryAccess } from './history-access.ts';
import type { TalkMemory } from './talk-memory.ts';
import { keptIds } from './kept-ids.ts';
import { pause } from './pause.ts';
import { PageReadiness } from './page-readiness.ts';
import { type DomActivity, watchDomActivity } from './dom-activity.ts';
import { pageState, type Surroundings } from './page-state.ts';
import { type PersonActivity, watchPerson } from './person-activity.ts';
import { renderedTurns } from './rendered-turns.ts';
import { containsMessage } from './same-message.ts';
import { SelfCheck } from './self-check.ts';
import { ShownTurns } from './shown-turns.ts';
import type { UnreadSurroundings, UnreadWatch } from './unread-watch.ts';
import type { Teaching } from './teach/teaching.ts';

const REST_WITHIN_MS = 15_000;
/** Pause after which a reply is complete: the next piece of one sent in pieces would have come sooner. */
const STANDS_MS = 3_000;

/** Callbacks of a page's view to the other parts of the page. */
export interface PageViewListener {
  /** The page went to another conversation, or its conversation got an id. */
  moved(): void;
  /** The document changed, and has come to rest. */
  changed(): void;
  /** The page's state may have changed. */
  touched(): void;
  personActed(): void;
  /** An answer that may bring a reply is being read. */
  isReading(): boolean;
}

/** Parts that only pages need whose adapter does not know all of them: scripts of the others are built without. */
export interface PageKnowledge {
  /** Null: the page's adapter knows it. */
  readonly teaching: Teaching | null;
  readonly remember?: (
    ...page: readonly [ConversationTracker, ShownTurns, DomActivity]
  ) => TalkMemory;
  readonly watchUnread?: (around: UnreadSurroundings, signal: AbortSignal) => UnreadWatch;
}

/** One page as it stands: the conversation it is at, what it shows and holds of it, and whether it is understood. */
export class PageView implements Surroundings {
  readonly platform: Platform;
  readonly tracker: ConversationTracker;
  readonly composer: Composer;
  readonly history: HistoryAccess;
  readonly selfCheck: SelfCheck;
  readonly activity: DomActivity;
  readonly readiness: PageReadiness;
  readonly shown: ShownTurns;
  readonly elsewhere: AskedElsewhere;
  /** Null where all conversations have names. */
  readonly talks: TalkMemory | null;
  /** Null: the adapter judges itself. */
  readonly unread: UnreadWatch | null;
  readonly #teaching: Teaching | null;
  readonly #listener: PageViewListener;
  readonly #signal: AbortSignal;
  readonly #person: PersonActivity;
  /** The place whose messages were sought last. */
  #soughtAt = -1;
  /** Last message and the answer to it. */
  #last: { readonly said: string; readonly replied: string } | null = null;

  constructor(
    platform: Platform,
    tap: TapLink,
    { teaching, remember, watchUnread }: PageKnowledge,
    listener: PageViewListener,
    signal: AbortSignal,
  ) {
    this.platform = platform;
    this.#listener = listener;
    this.#signal = signal;
    const here = (): URL => new URL(location.href);
    this.tracker = new ConversationTracker(platform, here(), () => listener.moved(), keptIds);
    this.composer = new Composer(platform.selectors, tap.putInView, () => this.isTyping());
    this.history = new HistoryAccess(platform, tap);
    this.selfCheck = new SelfCheck(platform);
    this.elsewhere = new AskedElsewhere(tap.send, () => listener.touched());
    this.#person = watchPerson(
      (target) => this.composer.isComposer(target),
      () => listener.touched(),
      () => listener.personActed(),
      signal,
    );
    this.activity = watchDomActivity(() => this.#changed(), signal);
    this.readiness = new PageReadiness(platform, this.tracker, this.activity, signal);
    this.shown = new ShownTurns(
      platform,
      teaching,
      this.activity,
      () => listener.isReading(),
      signal,
    );
    const { tracker, shown, activity } = this;
    this.talks = (platform.mayBeNameless && remember?.(tracker, shown, activity)) || null;
    this.#teaching = teaching;
    const around = {
      isWriting: () => shown.isWriting(),
      written: () => this.composer.text().trim(),
      shows: (text: string) => containsMessage(document.body.textContent, text),
      unread: (reason: UnreadReason) => {
        this.selfCheck.unread(reason);
        listener.touched();
      },
    };
    this.unread = watchUnread?.(around, signal) ?? null;
    for (const type of ['popstate', 'hashchange']) {
      window.addEventListener(type, () => this.tracker.moved(here()), { signal });
    }
  }

  isTyping(): boolean {
    return this.#person.isTyping();
  }

  /** Does the page show what was answered last? Asked as the next message leaves: one that begins anew does not. */
  showsLast(): boolean {
    return this.#last !== null && this.shown.shows(this.#last);
  }

  isTaught(): boolean {
    return this.#teaching?.isTaught === true;
  }

  /** The final reply to a message came. */
  answered(exchange: Exchange, replied: string): void {
    this.#last = exchange.send && { said: exchange.send.text, replied };
    this.tracker.answered(exchange.send, exchange.placeNumber);
    this.readiness.final(exchange);
    this.elsewhere.answered();
    this.unread?.read(exchange);
    if (this.composer.text().trim() === '') this.#person.isAnswered();
  }

  /** Waits a moment: has nothing changed, is nothing shown to be written, and can a person write? */
  async standsStill(): Promise<boolean> {
    await pause(STANDS_MS, this.#signal);
    const isQuiet = await this.activity.quiet(REST_WITHIN_MS);
    return isQuiet && !this.shown.isWriting() && this.composer.find() !== null;
  }

  isSettled(): boolean {
    return this.activity.isSettled();
  }

  state(): PageState {
    return pageState(this);
  }

  /** Why nothing may be sent from here into the conversation; null when it may. */
  obstacle(remoteConversationId: string): CodedError | null {
    if (!this.tracker.isAt(remoteConversationId)) {
      return { code: 'page_gone', text: 'The page shows another conversation.' };
    }
    const state = this.state();
    if (state.problem !== null) return state.problem;
    if (state.draft) return { code: 'draft_present', text: 'The composer holds a draft.' };
    return state.ready ? null : { code: 'page_gone', text: 'The page shows no composer yet.' };
  }

  /** Returns whether the page shows the conversation, has come to rest, and has no composer. */
  lacksComposer(remoteConversationId: string): boolean {
    const isAtRest = this.tracker.isAt(remoteConversationId) && this.isSettled();
    return isAtRest && this.composer.find() === null;
  }

  /** Does the page show what it is known to hold? Judged once it has come to rest. */
  async checkShown(): Promise<void> {
    const { placeNumber } = this.tracker;
    const isAtRest = await this.activity.quiet(REST_WITHIN_MS);
    // A busy machine draws late.
    await this.readiness.showsTurns();
    if (!isAtRest || placeNumber !== this.tracker.placeNumber) return;
    this.#judgeShown();
    this.#listener.touched();
  }

  #changed(): void {
    this.#listener.changed();
    void this.talks?.changed();
    // A page may draw its messages after they were sought.
    if (this.selfCheck.missesTurns && this.#soughtAt === this.tracker.placeNumber) {
      this.#judgeShown();
    }
    this.#listener.touched();
  }

  #judgeShown(): void {
    this.#soughtAt = this.tracker.placeNumber;
    const { remoteConversationId: id } = this.tracker.place;
    this.selfCheck.shown({
      hasId: id !== null,
      turns: renderedTurns(this.platform.selectors),
      hasHistory: id !== null && this.history.canRead(id),
    });
  }
}
