import { isToBegin } from '../messages/new-conversation.ts';
import type { Location, Platform } from '../platforms/platform.ts';

/** The conversation the page shows; no id on a new chat that has none yet. */
export interface Place {
  readonly remoteConversationId: string | null;
  readonly aliases: readonly string[];
}

/** A page that nobody may act in: shared, read-only, another product. */
const NOWHERE: Place = { remoteConversationId: null, aliases: [] };

/**
 * Knows which conversation the page shows. Its id may come late: a new chat has none, then a stream names
 * it, then the address changes. What happened before the id belongs to the same place; opening another
 * conversation is another place. An earlier id becomes an alias only when a stream proved the two one:
 * a wrong alias would merge two conversations.
 */
export class ConversationTracker {
  readonly #platform: Platform;
  readonly #onChange: () => void;
  #shown: Location;
  #streamId: string | null = null;
  #provisionalId: string | null;
  /** The provisional id under which Baton begins a conversation here. */
  #begunAs: string | null = null;
  /** The page sent a message here, so an id that turns up is this conversation's. */
  #sentHere = false;
  /** Grows whenever the page goes to another conversation. */
  #placeNumber = 0;

  constructor(platform: Platform, page: URL, onChange: () => void) {
    this.#platform = platform;
    this.#onChange = onChange;
    this.#shown = platform.locate(page);
    this.#provisionalId = this.#shown.provisionalId;
  }

  get placeNumber(): number {
    return this.#placeNumber;
  }

  get place(): Place {
    if (this.#shown.excluded) return NOWHERE;
    const id = this.#shown.remoteConversationId ?? this.#streamId;
    const provesAlias = id !== null && id === this.#streamId && this.#provisionalId !== null;
    const aliases = [provesAlias ? this.#provisionalId : null, this.#begunAs];
    return { remoteConversationId: id, aliases: aliases.filter((alias) => alias !== null) };
  }

  /** Does the page show this conversation, under this or an earlier id? */
  isAt(remoteConversationId: string): boolean {
    const { remoteConversationId: id, aliases } = this.place;
    if (isToBegin(remoteConversationId) && this.#begunAs === null) return this.#isBlank();
    return id === remoteConversationId || aliases.includes(remoteConversationId);
  }

  /** From here on the blank page is the conversation that Baton begins under this id. */
  begin(provisionalId: string): void {
    if (this.#begunAs !== null || !this.#isBlank()) return;
    this.#begunAs = provisionalId;
    this.#onChange();
  }

  sent(): void {
    this.#sentHere = true;
  }

  /** The page itself sent in the conversation it shows: what it reads there is no news from before. */
  get hasSent(): boolean {
    return this.#sentHere;
  }

  /** A stream of a request made at `placeNumber` named its conversation. */
  streamNamed(remoteConversationId: string, placeNumber: number): void {
    if (placeNumber !== this.#placeNumber || this.#streamId === remoteConversationId) return;
    this.#streamId = remoteConversationId;
    this.#onChange();
  }

  moved(page: URL): void {
    const next = this.#platform.locate(page);
    const before = this.#shown;
    if (same(before, next)) return;
    this.#shown = next;
    if (this.#isSamePlace(before, next)) this.#provisionalId ??= next.provisionalId;
    else {
      this.#placeNumber += 1;
      this.#streamId = null;
      this.#sentHere = false;
      this.#provisionalId = next.provisionalId;
      this.#begunAs = null;
    }
    this.#onChange();
  }

  #isBlank(): boolean {
    return !this.#shown.excluded && this.place.remoteConversationId === null && !this.#sentHere;
  }

  #isSamePlace(before: Location, next: Location): boolean {
    if (next.excluded !== before.excluded || before.remoteConversationId !== null) return false;
    const isNamed = next.remoteConversationId !== null && this.#streamId !== null;
    if (isNamed && this.#platform.sendsAreCertain) {
      return next.remoteConversationId === this.#streamId;
    }
    // From a new chat, or a provisional address, to what the message sent there became.
    return this.#sentHere && (next.remoteConversationId ?? next.provisionalId) !== null;
  }
}

function same(one: Location, other: Location): boolean {
  return (
    one.remoteConversationId === other.remoteConversationId &&
    one.provisionalId === other.provisionalId &&
    one.excluded === other.excluded
  );
}
