import type { PageSelectors } from '../platforms/platform.ts';
import { composerText, holdsText } from './compose/composer-text.ts';
import { findComposer } from './compose/find-composer.ts';
import { clearComposer, insertText } from './compose/insert-text.ts';
import { type PressWay, pressSend } from './compose/press-send.ts';

/** The composer of the page, and whose text is in it. */
export class Composer {
  readonly #selectors: PageSelectors;
  #found: HTMLElement | null = null;
  /** Text of ours that is, or may come back, in the composer: never taken for a draft. */
  #ours: string | null = null;
  #oursWasSent = false;
  /** What was pressed last, and what had been when the site last took a message. */
  #pressed: PressWay | null = null;
  #sendsBy: PressWay | null = null;

  constructor(selectors: PageSelectors) {
    this.#selectors = selectors;
  }

  readonly find = (): HTMLElement | null => {
    this.#found = findComposer(this.#selectors.composer);
    return this.#found;
  };

  /** Is this node of an event's path the composer last found? Cheap: asked at every key. */
  isComposer(target: EventTarget): boolean {
    if (this.#found?.isConnected !== true) this.find();
    return target === this.#found;
  }

  /** Text or files that are not ours: a person's, or the page's, and not to be touched. */
  hasDraft(): boolean {
    const composer = this.find();
    const { attachments } = this.#selectors;
    if (attachments.some((selector) => document.querySelector(selector) !== null)) return true;
    if (composer === null || composerText(composer).trim() === '') return false;
    return !this.hasOurs();
  }

  /** Exactly the text we put in, or failed to send, is there. */
  hasOurs(): boolean {
    const composer = this.#ours === null ? null : this.find();
    const holds = composer !== null && this.#ours !== null && holdsText(composer, this.#ours);
    if (!holds && this.#oursWasSent) this.#ours = null;
    return holds;
  }

  /** Takes our own text out; a draft stays. */
  async clearOurs(): Promise<void> {
    if (this.hasOurs()) await clearComposer(this.find);
  }

  async insert(text: string): Promise<boolean> {
    await this.clearOurs();
    this.#ours = text;
    this.#oursWasSent = false;
    return insertText(this.find, text);
  }

  async press(hasLeft: () => boolean, signal: AbortSignal): Promise<void> {
    this.#pressed = await pressSend({
      find: this.find,
      buttonSelectors: this.#selectors.sendButton,
      known: this.#sendsBy,
      hasLeft,
      stillThere: () => this.hasOurs(),
      signal,
    });
  }

  /** The site took it. Pages empty the composer a moment later; the same text after that is a draft. */
  oursWasSent(): void {
    this.#oursWasSent = true;
    this.#sendsBy = this.#pressed ?? this.#sendsBy;
  }
}
