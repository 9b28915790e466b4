import type { ChipCommand } from '../messages/page-messages.ts';
import type { PageSelectors } from '../platforms/platform.ts';
import { findComposer } from './compose/find-composer.ts';
import { createRootHost } from './root-host.ts';

/** How often it looks where the composer is: pages move it without a word. */
const LOOK_MS = 1_000;
const GAP_PX = 6;

const LOOK = `position: fixed; z-index: 2147483646; pointer-events: none; padding: 2px 9px; border-radius: 999px;
  font: 600 11.5px/1.5 system-ui, sans-serif; white-space: nowrap; box-shadow: 0 1px 3px rgb(0 0 0 / 25%);`;
const COLORS = {
  auto: 'background: #2f5d50; color: #ffffff;',
  paused: 'background: #4a4945; color: #ffffff;',
  waits: 'background: #ffc43d; color: #1c1c1a;',
} as const;

/**
 * A word above the composer that says how Baton stands in the conversation. It takes no click and no place in the page:
 * it lies in a closed root of its own beside the body, and what moves it is no change of the document.
 */
export class StateChip {
  readonly #selectors: PageSelectors;
  readonly #signal: AbortSignal;
  #host: HTMLElement | null = null;
  #chip: HTMLElement | null = null;
  #stop: AbortController | null = null;

  constructor(selectors: PageSelectors, signal: AbortSignal) {
    this.#selectors = selectors;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#hide());
  }

  show({ text, stands }: ChipCommand): void {
    if (text === null || stands === null || this.#signal.aborted) return this.#hide();
    const chip = (this.#chip ??= this.#make());
    chip.textContent = text;
    chip.style.cssText = LOOK + COLORS[stands];
    this.#place();
  }

  #make(): HTMLElement {
    const host = createRootHost('chip');
    host.setAttribute('aria-hidden', 'true'); // The toolbar's button says the same.
    const chip = document.createElement('span');
    host.attachShadow({ mode: 'closed' }).append(chip);
    document.documentElement.append(host);
    this.#host = host;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const place = (): void => this.#place();
    const timer = setInterval(place, LOOK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    window.addEventListener('resize', place, { signal, passive: true });
    return chip;
  }

  #place(): void {
    if (this.#chip === null) return;
    const box = findComposer(this.#selectors.composer)?.getBoundingClientRect();
    const isSeen = box !== undefined && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    this.#chip.style.visibility = isSeen ? 'visible' : 'hidden';
    if (!isSeen) return;
    const { width, height } = this.#chip.getBoundingClientRect();
    this.#chip.style.left = `${Math.max(GAP_PX, box.right - width)}px`;
    this.#chip.style.top = `${Math.max(GAP_PX, box.top - height - GAP_PX)}px`;
  }

  #hide(): void {
    this.#stop?.abort();
    this.#host?.remove();
    this.#host = this.#chip = this.#stop = null;
  }
}

/** Only our own background reaches the channel it comes by. */
export function isChipCommand(message: unknown): message is ChipCommand {
  return Object(message).kind === 'page.chip';
}
