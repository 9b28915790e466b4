import type { Platform } from '../platforms/platform.ts';
import { pause } from './pause.ts';
import { queryDeep } from './compose/query-deep.ts';
import type { Exchange } from './exchange.ts';
import type { DomActivity } from './dom-activity.ts';
import { type RenderedTurn, renderedTurns } from './rendered-turns.ts';
import type { Teaching } from './teach/teaching.ts';

const REST_WITHIN_MS = 15_000;
/** A page draws its replies at once, but for the one that is being written. */
const STANDS_MS = 6_000;

const WRITING = '[aria-busy="true"], button[aria-label*="stop" i], button[data-testid*="stop" i]';

/** A button that cannot be pressed stops nothing. */
const OFF = ':disabled, [aria-disabled="true"]';

/** The turns in the page: as its adapter finds them, else as exchanges that were seen have shown. */
export class ShownTurns {
  readonly #platform: Platform;
  readonly #teaching: Teaching | null;
  readonly #activity: DomActivity;
  readonly #isReading: () => boolean;
  readonly #signal: AbortSignal;
  /** Signs that the page showed while it wrote nothing, and has shown ever since. */
  readonly #standing = new WeakSet<Element>();

  constructor(
    platform: Platform,
    teaching: Teaching | null,
    activity: DomActivity,
    isReading: () => boolean,
    signal: AbortSignal,
  ) {
    this.#platform = platform;
    this.#teaching = teaching;
    this.#activity = activity;
    this.#isReading = isReading;
    this.#signal = signal;
  }

  now(): readonly RenderedTurn[] {
    const turns = renderedTurns(this.#platform.selectors);
    return turns.length > 0 ? turns : (this.#teaching?.shownTurns() ?? []);
  }

  /** Once the page has come to rest; null when it does not. */
  async atRest(): Promise<readonly RenderedTurn[] | null> {
    return (await this.#activity.quiet(REST_WITHIN_MS)) ? this.now() : null;
  }

  /** So long a reply must stand unchanged before it is taken for whole. */
  moment(): Promise<void> {
    return pause(STANDS_MS, this.#signal);
  }

  /** Does the page read a reply, or show that one is being written? That it does not proves nothing. */
  isWriting(): boolean {
    return this.#isReading() || this.#signs().some((sign) => !this.#standing.has(sign));
  }

  /** Something is about to be sent: a sign that is there already tells nothing of the reply to that. */
  aboutToSend(): void {
    if (!this.#isReading()) for (const sign of this.#signs()) this.#standing.add(sign);
  }

  #signs(): readonly Element[] {
    const { stopButton = [] } = this.#platform.selectors;
    return queryDeep([WRITING, ...stopButton].join(', ')).filter((element) => {
      const isShown = element.checkVisibility() && !element.matches(OFF);
      if (!isShown) this.#standing.delete(element);
      return isShown;
    });
  }

  /** Does the page show this exchange, whatever else it shows? */
  shows({ said, replied }: { readonly said: string; readonly replied: string }): boolean {
    return this.#teaching?.shows(said, replied) ?? false;
  }

  /** Learns where a page shows its turns, from an exchange that was seen. */
  async learn({ send }: Exchange, replied: string): Promise<void> {
    if (this.#teaching === null || send === null) return;
    if (await this.#activity.quiet(REST_WITHIN_MS)) await this.#teaching.learn(send.text, replied);
  }
}
