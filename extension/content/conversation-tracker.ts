import { isMade, makeConversationId } from '../messages/made-conversation-id.ts';
import { isToBegin } from '../messages/new-conversation.ts';
import type { PageLocation, Platform, SendDescription } from '../platforms/platform.ts';
import type { Exchange } from './exchange.ts';
import type { KeptIds } from './kept-ids.ts';
import { isNumbered, SaidNumbers, splitNumber, withNumber } from './said-numbers.ts';

/** The conversation the page shows; no id on a new chat that has none yet. */
export interface Place {
  readonly remoteConversationId: string | null;
  readonly aliases: readonly string[];
}

/** How long after a send a new path is still the same talk's. */
const PATH_CHANGES_WITHIN_MS = 10_000;

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
  #shown: PageLocation;
  #streamId: string | null = null;
  #provisionalId: string | null;
  /** The provisional id under which Baton begins a conversation here. */
  #begunAs: string | null = null;
  /** Where the page shows no id: the one it was last known by, or one made. */
  readonly #keptIds: KeptIds;
  #page: URL;
  #keptId: string | null;
  readonly #numbers = new SaidNumbers();
  #sendsNameIt = false;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** The blank page of one that Baton begins was left for this address before anything was sent. */
  #left: { readonly begunAs: string; readonly remoteConversationId: string } | null = null;
  /** The page sent a message here, so an id that turns up is this conversation's. */
  #sentHere = false;
  /** A person wrote the message that begins it. */
  #isBegunByHand = false;
  #handSentAt = Number.NEGATIVE_INFINITY;
  /** The address followed the first message, and no stream has said yet that it is that message's conversation. */
  #isTakenForSent = false;
  #isAnothers = false;
  /** Conversations that it went away from, by their addresses. */
  readonly #gone = new Set<string | null>();
  /** Grows whenever the page goes to another conversation. */
  #placeNumber = 0;

  constructor(platform: Platform, page: URL, onChange: () => void, keptIds: KeptIds) {
    this.#platform = platform;
    this.#onChange = onChange;
    this.#shown = platform.locate(page);
    this.#provisionalId = this.#shown.provisionalId;
    this.#keptIds = keptIds;
    this.#page = page;
    this.#keptId = this.#readKept();
  }

  get placeNumber(): number {
    return this.#placeNumber;
  }

  get place(): Place {
    if (this.#shown.excluded) return NOWHERE;
    const id = this.#shown.remoteConversationId ?? this.#streamId ?? this.#keptId;
    const provesAlias = id !== null && id === this.#streamId && this.#provisionalId !== null;
    const isRenamed = this.#keptId !== null && id === this.#streamId && id !== this.#keptId;
    const aliases = [
      provesAlias ? this.#provisionalId : null,
      this.#begunAs,
      isRenamed ? this.#keptId : null,
    ];
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

  /**
   * Some pages name a conversation, and show its address, before its first message leaves. True when the
   * conversation shown is the one begun under this id; the caller has proof that nothing was said in it before.
   */
  claim(provisionalId: string, remoteConversationId: string): boolean {
    const left = this.#left;
    const isIt =
      left?.begunAs === provisionalId &&
      left.remoteConversationId === remoteConversationId &&
      this.#shown.remoteConversationId === remoteConversationId;
    if (!isIt) return false;
    this.#left = null;
    this.#begunAs = provisionalId;
    this.#onChange();
    return true;
  }

  /** The page sent; `named`: what the message called its conversation. */
  sent(named: string | null): void {
    this.#sentHere = true;
    this.#sentAt = Date.now();
    const isIt = named === this.place.remoteConversationId || this.#numbers.last === named;
    if (named !== null && isIt) this.#sendsNameIt = true;
  }

  /** A person has written a message here, and may have sent it now. */
  sentByHand(): void {
    this.#handSentAt = Date.now();
    this.#isBegunByHand ||= this.#isBlank();
  }

  get isBegunByHand(): boolean {
    return this.#isBegunByHand;
  }

  /** The page called this conversation by its id when it last sent into it. */
  get sendsNameIt(): boolean {
    return this.#sendsNameIt;
  }

  /** A reply came: what it answers was a send, and what that called its conversation is its name. */
  answered(send: SendDescription | null, placeNumber: number): void {
    const named = send?.remoteConversationId ?? null;
    if (!this.#platform.mayBeNameless || named === null) return;
    if (this.place.remoteConversationId !== null) return;
    if (!this.isJudgedByPage || this.wasSaid(named)) this.streamNamed(named, placeNumber);
  }

  /** Nothing names this conversation: it gets an id, which the page keeps. Default: a new one of ours. */
  nameIt(id = makeConversationId()): void {
    if (!this.#platform.mayBeNameless || this.#shown.excluded) return;
    if (this.place.remoteConversationId !== null) return;
    this.#keptId = id;
    this.#keep(this.#keptId);
    this.#onChange();
  }

  /** Another page has the id that this one kept, as the tab has that this one was duplicated from: it is that page's. */
  giveUpKept(): void {
    this.#isAnothers = true;
    this.#keptIds.forget(this.#page);
    this.#leave();
    this.#onChange();
  }

  /** true: the page shows no id of the conversation; its id was made by us, or kept by the page. */
  get isNamedByUs(): boolean {
    return this.#platform.mayBeNameless === true && this.#shown.remoteConversationId === null;
  }

  /** true: the shown conversation belongs to another open page. */
  get isAnothers(): boolean {
    return this.#isAnothers;
  }

  /** The page itself sent in the conversation it shows: what it reads there is no news from before. */
  get hasSent(): boolean {
    return this.#sentHere;
  }

  /**
   * The conversation shown, where a request made at `placeNumber` belongs to it: the page has not gone elsewhere since,
   * and the message (`sentTo`: what it called its conversation) is not certain to have gone to another: where names say
   * little, to one that the page itself has shown before.
   */
  shownTo(placeNumber: number, sentTo: string | null): string | null {
    if (placeNumber !== this.#placeNumber) return null;
    // guard: sent-elsewhere
    const isCertain = this.#platform.sendsAreCertain || this.#gone.has(sentTo);
    const isOther = isCertain && sentTo !== null && !this.isAt(sentTo);
    return isOther ? null : this.place.remoteConversationId;
  }

  /**
   * The answer of an exchange called its conversation so: the id that it goes by, or null where it waits for one.
   *
   * @param isShown The page showed the exchange before it when the message left.
   */
  answerNamed(id: string, exchange: Exchange, isShown: boolean): string | null {
    const { placeNumber, send, resume } = exchange;
    const sentTo = (send ?? resume)?.remoteConversationId ?? null;
    const known = this.#streamId ?? this.#keptName;
    const isNameless = this.#platform.mayBeNameless && this.#shown.remoteConversationId === null;
    const isNumber = isNameless && isNumbered(id) && id !== sentTo && id !== known;
    // Told, and called so as before: it is the conversation's number, which goes by an id of ours by now.
    if (id === sentTo && this.wasSaid(id) && this.#keptId !== null) {
      this.#numbers.isTold();
      return this.shownTo(placeNumber, null);
    }
    // The site was told which conversation: a number beside that is the exchange's.
    const isTold = sentTo !== null && (send === null || sentTo === known || !isNumbered(sentTo));
    if (!isNumber || isTold) {
      const name = isNumber && isTold ? sentTo : id;
      this.streamNamed(name, placeNumber, isShown);
      return name;
    }
    if (placeNumber !== this.#placeNumber) return null;
    if (known === null && this.#numbers.goOn(id, exchange.id, isShown)) {
      if (this.#keptId !== null) this.#keep(this.#keptId);
      return null;
    }
    this.#goOnElsewhere();
    this.#numbers.goOn(id, exchange.id, isShown);
    this.nameIt();
    return this.place.remoteConversationId;
  }

  /** Id that the page kept, unless it is one that we made. */
  get #keptName(): string | null {
    return this.#keptId === null || isMade(this.#keptId) ? null : this.#keptId;
  }

  /** Whether the next exchange belongs to the conversation shown is told by what the page shows as it is sent. */
  get isJudgedByPage(): boolean {
    return this.#numbers.last !== null;
  }

  /** An answer called the conversation shown by this number. */
  wasSaid(number: string): boolean {
    return number === this.#numbers.last;
  }

  /** A stream of a request made at `placeNumber` named its conversation. */
  streamNamed(remoteConversationId: string, placeNumber: number, isShown = false): void {
    if (placeNumber !== this.#placeNumber || this.#streamId === remoteConversationId) return;
    const hasAddress = this.#shown.remoteConversationId !== null;
    // guard: named-in-time
    if (this.#isTakenForSent && this.#shown.remoteConversationId !== remoteConversationId) {
      // The page went to another conversation while the new one had no name yet.
      this.#leave();
      this.#onChange();
      return;
    }
    const goesOn = isShown && !isNumbered(remoteConversationId);
    const known = this.#streamId ?? (goesOn ? null : this.#numbers.last) ?? this.#keptId;
    // The page went on with another conversation, and nothing but this shows it.
    const isOther = known !== null && !isMade(known) && known !== remoteConversationId;
    if (this.#platform.mayBeNameless && !hasAddress && isOther) this.#goOnElsewhere();
    this.#streamId = remoteConversationId;
    this.#isTakenForSent = false;
    if (this.#platform.mayBeNameless && !hasAddress) {
      this.#keptIds.keep(this.#page, remoteConversationId);
    }
    this.#onChange();
  }

  /** The page sent in another conversation, and nothing but the answer shows it. */
  #goOnElsewhere(): void {
    this.nameIt(); // What was answered here may still wait for a name.
    this.#leave();
    this.#sentHere = true;
    this.#isBegunByHand = this.#isOfHand();
  }

  moved(page: URL): void {
    const next = this.#platform.locate(page);
    const before = this.#shown;
    const from = this.#page;
    this.#page = page;
    const wasBlank = this.#isBlank();
    const isSame = same(before, next);
    if (isSame && !this.#isOtherPath(from)) return;
    this.#shown = next;
    if (isSame ? this.#isSendUnderWay() : this.#isSamePlace(before, next)) {
      this.#provisionalId ??= next.provisionalId;
      this.#isTakenForSent =
        this.#platform.sendsAreCertain &&
        next.remoteConversationId !== null &&
        this.#streamId === null;
      this.#takeKeptAlong(from);
    } else {
      const id = next.remoteConversationId;
      const begunAs = before.remoteConversationId === null ? this.#begunAs : null;
      if (id !== null) this.#gone.add(before.remoteConversationId); // guard: sent-to-left
      this.#leave();
      // Some pages name a conversation, and show its address, before its first message leaves.
      this.#isBegunByHand = wasBlank && this.#isOfHand();
      this.#left = begunAs === null || id === null ? null : { begunAs, remoteConversationId: id };
      this.#provisionalId = next.provisionalId;
      this.#keptId = this.#readKept();
    }
    this.#onChange();
  }

  /** Where nothing else names it, a conversation is where its page is. */
  #isOtherPath(from: URL): boolean {
    const { mayBeNameless } = this.#platform;
    const isNameless = mayBeNameless && this.#shown.remoteConversationId === null;
    const hasId = (this.#keptId ?? this.#streamId) !== null;
    return isNameless === true && hasId && from.pathname !== this.#page.pathname;
  }

  /** A page may go to the path of its chats with the first message. */
  #isSendUnderWay(): boolean {
    return Date.now() - this.#sentAt < PATH_CHANGES_WITHIN_MS;
  }

  #isOfHand(): boolean {
    return Date.now() - this.#handSentAt < PATH_CHANGES_WITHIN_MS;
  }

  /** At the path it came from, the next conversation begins. */
  #takeKeptAlong(from: URL): void {
    const id = this.#streamId ?? this.#keptId;
    if (!this.#platform.mayBeNameless || id === null) return;
    if (from.pathname !== this.#page.pathname) this.#keptIds.forget(from);
    if (this.#shown.remoteConversationId === null) this.#keep(id);
    else this.#keptIds.forget(this.#page);
  }

  #leave(): void {
    this.#placeNumber += 1;
    this.#streamId = null;
    this.#keptId = null;
    this.#numbers.begin(null);
    this.#sentHere = false;
    this.#isBegunByHand = false;
    this.#isTakenForSent = false;
    this.#sendsNameIt = false;
    this.#sentAt = Number.NEGATIVE_INFINITY;
    this.#begunAs = null;
  }

  #readKept(): string | null {
    const isAsked = this.#platform.mayBeNameless && this.#shown.remoteConversationId === null;
    const kept = isAsked ? this.#keptIds.read(this.#page) : null;
    if (kept === null) return null;
    const { id, number } = splitNumber(kept);
    this.#numbers.begin(number);
    return id;
  }

  #keep(id: string): void {
    this.#keptIds.keep(this.#page, withNumber(id, this.#numbers.last));
  }

  #isBlank(): boolean {
    return !this.#shown.excluded && this.place.remoteConversationId === null && !this.#sentHere;
  }

  #isSamePlace(before: PageLocation, next: PageLocation): boolean {
    if (next.excluded !== before.excluded || before.remoteConversationId !== null) return false;
    // One that has an id of ours has none of its own: what the address names now is another.
    if (this.#keptId !== null && this.#streamId === null) return this.#isNamedNow(next);
    const isNamed = next.remoteConversationId !== null && this.#streamId !== null;
    if (isNamed && this.#platform.sendsAreCertain) {
      return next.remoteConversationId === this.#streamId;
    }
    // From a new chat, or a provisional address, to what the message sent there became.
    return this.#sentHere && (next.remoteConversationId ?? next.provisionalId) !== null;
  }

  /** The page shows the number that its site has just said: it is the conversation's. */
  #isNamedNow({ remoteConversationId: id }: PageLocation): boolean {
    const isIt = id !== null && this.wasSaid(id) && this.#isSendUnderWay();
    if (isIt) this.#streamId = id;
    return isIt;
  }
}

function same(one: PageLocation, other: PageLocation): boolean {
  return (
    one.remoteConversationId === other.remoteConversationId &&
    one.provisionalId === other.provisionalId &&
    one.excluded === other.excluded
  );
}
