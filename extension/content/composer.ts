import type { PageSelectors } from '../platforms/platform.ts';
import { composerText, holdsText } from './compose/composer-text.ts';
import type { PutInView } from './compose/editable-ways.ts';
import { findComposer } from './compose/find-composer.ts';
import { clearComposer, insertText } from './compose/insert-text.ts';
import { keep, readKept } from './compose/kept-composer.ts';
import { type PressWay, pressSend } from './compose/press-send.ts';
import { isMangledMessage, markOf } from './same-message.ts';

/** A page that changed the text of so many ways in makes something else of any text: each of them costs it a load. */
const MAX_MANGLING = 3;

/** The composer of the page, and whose text is in it. */
export class Composer {
  readonly #selectors: PageSelectors;
  readonly #isTyping: () => boolean;
  readonly #putInView: PutInView;
  #found: HTMLElement | null = null;
  /** Text of ours that is, or may come back, in the composer: never taken for a draft. */
  #ours: string | null = null;
  #oursWasSent = false;
  /** Rest of our text that a way in, or our clearing, left there. */
  #leftover: string | null = null;
  /** The same from before the page was loaded again. */
  #keptMark: string | null;
  readonly #mangling: Set<string>;
  /** The ways in and out that were used last, and those that had been when the site last took a message. */
  #used: { readonly in: string | null; readonly out: PressWay | null } = { in: null, out: null };
  #known = this.#used;

  /** `isTyping`: a person is writing into it. */
  constructor(selectors: PageSelectors, putInView: PutInView, isTyping: () => boolean) {
    this.#selectors = selectors;
    this.#putInView = putInView;
    this.#isTyping = isTyping;
    const { ours, mangling } = readKept();
    this.#keptMark = ours;
    this.#mangling = new Set(mangling);
  }

  readonly find = (): HTMLElement | null => {
    this.#found = findComposer(this.#selectors.composer);
    return this.#found;
  };

  /** Is this node of an event's path the composer last found? Cheap: asked at every key. */
  isComposer(target: EventTarget): boolean {
    if (this.#found?.isConnected !== true) this.find();
    return target === this.#found || target === closedHostOf(this.#found);
  }

  /** Returns the text of the composer; empty where there is none. */
  text(): string {
    const composer = this.find();
    return composer === null ? '' : composerText(composer);
  }

  /** Text or files that are not ours: a person's, or the page's, and not to be touched. */
  hasDraft(): boolean {
    const composer = this.find();
    const { attachments } = this.#selectors;
    if (attachments.some((selector) => document.querySelector(selector) !== null)) return true;
    if (composer === null || composerText(composer).trim() === '') return false;
    return !this.hasOurs();
  }

  /** The text we put in, or failed to send, is there, or what became of it. */
  hasOurs(): boolean {
    const composer = this.find();
    const holds = composer !== null && this.#isOurs(composer);
    if (!holds && this.#oursWasSent) this.#ours = this.#leftover = null;
    return holds;
  }

  #isOurs(composer: HTMLElement): boolean {
    if (this.#ours === null && this.#keptMark === null) return false;
    const text = composerText(composer);
    if (text.trim() === '') return false;
    if (this.#ours === null) return markOf(text) === this.#keptMark;
    const isWhole = holdsText(composer, this.#ours) || isMangledMessage(text, this.#ours);
    return isWhole || text === this.#leftover;
  }

  /** Takes our own text out; a draft stays. */
  async clearOurs(): Promise<void> {
    if (!this.hasOurs()) return;
    await clearComposer(this.find);
    this.#noteLeftover();
  }

  async insert(text: string, isCalledOff: () => boolean): Promise<boolean> {
    await this.clearOurs();
    this.#ours = text;
    this.#oursWasSent = false;
    this.#leftover = null;
    this.#keep();
    const way = await this.#put(text, isCalledOff);
    this.#used = { in: way, out: null };
    if (way === null) this.#noteLeftover();
    return way !== null;
  }

  /** Puts in what is a person's from then on. */
  async insertDraft(text: string): Promise<boolean> {
    this.#ours = this.#leftover = this.#keptMark = null;
    this.#keep();
    return (await this.#put(text, () => false)) !== null;
  }

  #put(text: string, isCalledOff: () => boolean): Promise<string | null> {
    return insertText(this.find, text, {
      known: this.#known.in,
      mangling: this.#mangling,
      putInView: this.#putInView,
      isInterrupted: () => isCalledOff() || this.#isTyping(),
    });
  }

  async press(hasLeft: () => boolean, signal: AbortSignal): Promise<void> {
    const out = await pressSend({
      find: this.find,
      buttonSelectors: this.#selectors.sendButton,
      known: this.#known.out,
      hasLeft,
      stillThere: () => this.hasOurs(),
      signal,
    });
    this.#used = { ...this.#used, out };
  }

  /** The site took it. Pages empty the composer a moment later; the same text after that is a draft. */
  oursWasSent(): void {
    this.#oursWasSent = true;
    const { in: wayIn, out } = this.#used;
    this.#known = { in: wayIn ?? this.#known.in, out: out ?? this.#known.out };
    this.#keptMark = null;
    this.#keep();
  }

  /** The page would have sent something else than what was put in. True: another way in may be tried next. */
  oursWasMangled(): boolean {
    if (this.#used.in !== null) this.#mangling.add(this.#used.in);
    this.#keep();
    return this.#mangling.size < MAX_MANGLING;
  }

  /** Notes the text in the composer as ours, unless a person is typing. */
  #noteLeftover(): void {
    const composer = this.find();
    const left = composer === null ? '' : composerText(composer);
    if (left.trim() !== '' && !this.#isTyping()) this.#leftover = left;
    this.#keep();
  }

  #keep(): void {
    const text = this.#leftover ?? this.#ours;
    const ours = this.#oursWasSent ? null : text === null ? this.#keptMark : markOf(text);
    keep({ ours, mangling: [...this.#mangling] });
  }
}

/** Where events in a closed shadow root seem to be, to whoever listens outside of it. */
function closedHostOf(composer: HTMLElement | null): Element | null {
  const root = composer?.getRootNode();
  return root instanceof ShadowRoot && root.mode === 'closed' ? root.host : null;
}
