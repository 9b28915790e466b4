import type { ConversationTracker } from './conversation-tracker.ts';
import type { DomActivity } from './dom-activity.ts';
import type { Exchange } from './exchange.ts';
import { type KnownTalks, talkOf } from './known-talks.ts';
import { markOf } from './same-message.ts';
import type { ShownTurns } from './shown-turns.ts';

const REST_WITHIN_MS = 15_000;

/**
 * Knows the conversation of a page again that nothing names: after a restart of the browser, or in another tab. It is
 * the one whose last turns the page shows where its page was; in doubt it is another.
 */
export class TalkMemory {
  readonly #talks: KnownTalks;
  readonly #tracker: ConversationTracker;
  readonly #shown: ShownTurns;
  readonly #activity: DomActivity;
  #isSeeking = false;

  constructor(
    talks: KnownTalks,
    tracker: ConversationTracker,
    shown: ShownTurns,
    activity: DomActivity,
  ) {
    this.#talks = talks;
    this.#tracker = tracker;
    this.#shown = shown;
    this.#activity = activity;
    void activity.loaded().then(() => this.changed());
  }

  /** A message leaves: should the page be lost before its answer, it is the last that is known. */
  sent({ send, placeNumber }: Exchange): void {
    const id = this.#tracker.shownTo(placeNumber, null);
    const said = markOf(send?.text ?? '');
    if (id === null || said === null || !this.#tracker.isNamedByUs) return;
    const last = this.#shown.now().findLast(({ role }) => role === 'assistant');
    const before = markOf(last?.text ?? '');
    if (before === null) return;
    void this.#talks.keep({ id, path: location.pathname, before, said, answered: null });
  }

  /** The answer is there, or the conversation got its id. */
  async stands(): Promise<void> {
    const { placeNumber } = this.#tracker;
    if (!this.#tracker.hasSent || !(await this.#activity.quiet(REST_WITHIN_MS))) return;
    const id = this.#tracker.shownTo(placeNumber, null);
    if (id === null || !this.#tracker.isNamedByUs || this.#shown.isWriting()) return;
    const talk = talkOf(id, location.pathname, this.#shown.now());
    if (talk !== null) await this.#talks.keep(talk);
  }

  /** The page shows something else now. */
  async changed(): Promise<void> {
    if (this.#isSeeking || !this.#mayBeKnown()) return;
    const turns = this.#shown.now();
    if (turns.length === 0) return;
    this.#isSeeking = true;
    const { placeNumber } = this.#tracker;
    const id = await this.#talks.find(location.pathname, turns);
    this.#isSeeking = false;
    const isSame = placeNumber === this.#tracker.placeNumber && this.#mayBeKnown();
    if (id !== null && isSame) this.#tracker.nameIt(id);
  }

  #mayBeKnown(): boolean {
    const { place, hasSent, isAnothers } = this.#tracker;
    return (
      place.remoteConversationId === null && !hasSent && !isAnothers && place.aliases.length === 0
    );
  }
}
