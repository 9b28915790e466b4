import type { PageSelectors } from '../../platforms/platform.ts';
import {
  keepTaught,
  readTaught,
  selectorsWith,
  type TaughtPage,
  type TaughtStorage,
} from './taught-page.ts';
import { shownReply } from './shown-reply.ts';
import { teachPage } from './teach-page.ts';

/** What a person taught about this site: read at start, changed and forgotten by their own hand. */
export class Teaching {
  /** Change with the teaching; whoever holds them sees it. */
  readonly selectors: PageSelectors;
  readonly #own: PageSelectors;
  readonly #storage: TaughtStorage;
  #replies: string | null = null;
  #isUnderWay = false;

  constructor(own: PageSelectors, storage: TaughtStorage) {
    this.#own = own;
    this.selectors = { ...own };
    this.#storage = storage;
  }

  /** The reply that an answer holds and the page shows; null: they do not meet, or nobody showed a reply. */
  async shownReply(answer: string, signal: AbortSignal): Promise<string | null> {
    return this.#replies === null ? null : shownReply(answer, this.#replies, signal);
  }

  async recall(): Promise<void> {
    // Without what was taught the page is what the adapter makes of it.
    this.#use(await readTaught(this.#storage).catch(() => null));
  }

  async teach(signal: AbortSignal): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    const lesson = await teachPage(signal);
    this.#isUnderWay = false;
    if (lesson.kind === 'cancelled') return;
    const taught = lesson.kind === 'taught' ? lesson.page : null;
    await keepTaught(this.#storage, taught);
    this.#use(taught);
  }

  #use(taught: TaughtPage | null): void {
    Object.assign(this.selectors, selectorsWith(this.#own, taught));
    this.#replies = taught?.reply ?? null;
  }
}
