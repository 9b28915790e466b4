import { word, type WordKey } from '../../i18n/words.ts';
import { createRootHost } from '../root-host.ts';

const STYLE = `
  :host { all: initial }
  section { position: fixed; inset: 8px 8px auto; z-index: 2147483647; padding: 10px 14px; border-radius: 8px;
    display: flex; flex-wrap: wrap; gap: 8px;
    font: 14px/1.5 system-ui, sans-serif; color: #fff; background: #1f2937; box-shadow: 0 2px 12px #0008 }
  section.low { inset: auto 8px 8px }
  button { font: inherit; color: inherit; background: #374151; border: 1px solid #9ca3af; border-radius: 6px;
    padding: 2px 10px; cursor: pointer }
  button:focus-visible { outline: 2px solid #f59e0b; outline-offset: 1px }
  span { flex: 1 1 100%; white-space: pre-line }
  div { position: fixed; z-index: 2147483646; pointer-events: none; border: 3px solid #f59e0b; border-radius: 4px }
  i { position: fixed; inset: 0; z-index: 2147483645 }`;

export interface PanelButton {
  readonly label: WordKey;
  readonly press: () => void;
}

/** Panel that a person sees while they teach: words and buttons, and a frame around a part of the page. */
export class TeachPanel {
  readonly host = createRootHost('teach');
  readonly #panel = document.createElement('section');
  readonly #frame = document.createElement('div');
  #framed: Element | null = null;

  constructor(signal: AbortSignal) {
    const root = this.host.attachShadow({ mode: 'closed' });
    const style = document.createElement('style');
    style.textContent = STYLE;
    this.#panel.setAttribute('role', 'dialog');
    this.#panel.setAttribute('aria-label', word('watch_teach'));
    this.#frame.hidden = true;
    // Lies over the page: what is disabled there takes no press, and is pointed at all the same.
    root.append(style, document.createElement('i'), this.#frame, this.#panel);
    document.documentElement.append(this.host);
    for (const type of ['scroll', 'resize']) {
      window.addEventListener(type, () => this.#outline(), { capture: true, signal });
    }
    signal.addEventListener('abort', () => this.host.remove());
  }

  /** `asks` says to the page's styles, and to tests, what is asked. */
  show(asks: string, text: string, buttons: readonly PanelButton[]): void {
    this.host.dataset['asks'] = asks;
    const words = document.createElement('span');
    words.setAttribute('role', 'status');
    words.textContent = text;
    // What lies behind it is to be pointed at too.
    const aside = {
      label: 'teach_aside',
      press: () => this.#panel.classList.toggle('low'),
    } as const;
    this.#panel.replaceChildren(words, ...[...buttons, aside].map(buttonOf));
  }

  frame(element: Element | null): void {
    this.#framed = element;
    this.#frame.hidden = element === null;
    element?.scrollIntoView({ block: 'nearest' });
    this.#outline();
  }

  /** Is this point on the panel itself? */
  covers(x: number, y: number): boolean {
    return holds(this.#panel, x, y);
  }

  /** Where the framed part is now: the page may scroll and be sized anew. */
  #outline(): void {
    if (this.#framed === null) return;
    const { top, left, width, height } = this.#framed.getBoundingClientRect();
    const box = Object.entries({ top, left, width, height });
    Object.assign(
      this.#frame.style,
      Object.fromEntries(box.map(([name, px]) => [name, `${px}px`])),
    );
  }
}

/** Is a point within what is shown of an element? */
export function holds(element: Element, x: number, y: number): boolean {
  const { top, left, right, bottom } = element.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
}

function buttonOf({ label, press }: PanelButton): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = word(label);
  button.addEventListener('click', ({ isTrusted }) => {
    if (isTrusted) press();
  });
  return button;
}
