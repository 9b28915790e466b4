import { ownElements } from '../content/compose/own-elements.ts';

/** Words on the mark of a page, in the browser's language. */
export interface MarkWords {
  /** Who works here. */
  readonly says: string;
  readonly stop: string;
  readonly isStopped: boolean;
}

/** Said for so long, in milliseconds; then the frame and its button alone stay. */
const SAID_MS = 3_000;
const COLOUR = '#7b5cff';
const STOPPED = '#8a8a85';
const BASE = 'all:initial;box-sizing:border-box;font:13px/1.3 system-ui,sans-serif;';

const HOST = `${BASE}position:fixed;inset:0;z-index:2147483647;pointer-events:none;display:block;visibility:visible;opacity:1`;
/** Styles that the page's own, even with `!important`, cannot override: it is not moved or hidden. */
const INSISTS = HOST.replaceAll(/;|$/g, ' !important;'); // guard: mark-stays

/**
 * A frame around a page that a chat works in, with a button that stops it. It is for eyes: what stands in it is in no
 * snapshot, presses of the page's own scripts do nothing, and all it can do is stop.
 */
export class PageMark {
  readonly #host = document.createElement('div');
  readonly #frame = document.createElement('div');
  readonly #says = document.createElement('span');
  readonly #stop = document.createElement('button');
  #saidUntil: ReturnType<typeof setTimeout> | undefined;

  constructor(onStop: () => void) {
    ownElements.add(this.#host);
    // By the style object alone: a page's policy may forbid styles that are written into it.
    this.#host.style.cssText = INSISTS;
    this.#says.style.cssText = `${BASE}position:absolute;left:8px;bottom:8px;padding:4px 8px;border-radius:4px;max-width:60%;color:#fff`;
    this.#stop.style.cssText = `${BASE}position:absolute;right:8px;bottom:8px;padding:4px 10px;border-radius:4px;color:#fff;cursor:pointer;pointer-events:auto`;
    this.#stop.addEventListener('click', (event) => {
      event.stopPropagation();
      if (event.isTrusted) onStop(); // guard: stop-trusted
    });
    this.#host.attachShadow({ mode: 'closed' }).append(this.#frame, this.#says, this.#stop);
  }

  /** Null: nobody works here any more. */
  show(words: MarkWords | null): void {
    if (words === null) {
      this.#host.remove();
      return;
    }
    const { says, stop, isStopped } = words;
    const colour = isStopped ? STOPPED : COLOUR;
    this.#frame.style.cssText = `${BASE}position:absolute;inset:0;border:3px solid ${colour}`;
    this.#says.style.background = colour;
    this.#stop.style.background = colour;
    this.#says.textContent = says;
    this.#says.style.display = 'block';
    this.#stop.textContent = stop;
    this.#stop.style.display = isStopped ? 'none' : 'block';
    // Beside the body, which alone is the page.
    if (!this.#host.isConnected) document.documentElement.append(this.#host);
    clearTimeout(this.#saidUntil);
    if (isStopped) return;
    this.#saidUntil = setTimeout(() => {
      this.#says.style.display = 'none';
    }, SAID_MS);
  }
}
