import type { PageSelectors } from '../../platforms/platform.ts';
import type { Exchange } from '../exchange.ts';
import { type RenderedTurn, renderedTurns } from '../rendered-turns.ts';
import { type LearnedTurns, learnTurns, showsExchange } from './learned-turns.ts';
import {
  keepLearned,
  keepTaught,
  readLearned,
  readTaught,
  selectorsWith,
  type TaughtPage,
  type TaughtStorage,
} from './taught-page.ts';
import { shownReply } from './shown-reply.ts';
import { teachPage } from './teach-page.ts';

/** Enough to tell a reply from what holds more than it. */
const MAX_SAID = 20;

/**
 * What a person taught about this site: read at start, changed and forgotten by their own hand. Beside it, where the
 * page shows its turns, learned from exchanges that were seen.
 */
export class Teaching {
  /** Change with the teaching; whoever holds them sees it. */
  readonly selectors: PageSelectors;
  readonly #own: PageSelectors;
  readonly #storage: TaughtStorage;
  #replies: string | null = null;
  #learned: LearnedTurns | null = null;
  #isUnderWay = false;
  /** What was sent from this page, and answered in words nobody knows. */
  #said: readonly string[] = [];

  constructor(own: PageSelectors, storage: TaughtStorage) {
    this.#own = own;
    this.selectors = { ...own };
    this.#storage = storage;
  }

  /** The reply that an answer holds and the page shows; null: they do not meet, or nobody showed a reply. */
  async shownReply(
    { send }: Exchange,
    answer: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (send !== null) this.#hear(send.text);
    return this.#replies === null ? null : shownReply(answer, this.#replies, signal);
  }

  /** The turns as the page shows them, where an exchange has shown which these are. */
  shownTurns(): readonly RenderedTurn[] {
    if (this.#learned === null) return [];
    const { userTurn, assistantTurn } = this.#learned;
    const selectors = { userTurn: [userTurn], assistantTurn: [assistantTurn] };
    return renderedTurns({ ...selectors, turnIdAttribute: null });
  }

  /** Does the page show a message, and after it the answer? */
  shows(said: string, replied: string): boolean {
    return showsExchange(said, replied);
  }

  /** The page shows this exchange. */
  async learn(said: string, replied: string): Promise<void> {
    this.#hear(said);
    const learned = learnTurns(said, replied);
    if (learned === null) return;
    this.#learned = learned;
    // Not kept, it is learned again with the next reply.
    await keepLearned(this.#storage, learned).catch(() => undefined);
  }

  async recall(): Promise<void> {
    this.#learned = await readLearned(this.#storage).catch(() => null);
    // Without what was taught the page is what the adapter makes of it.
    this.#use(await readTaught(this.#storage).catch(() => null));
  }

  async teach(signal: AbortSignal): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    const lesson = await teachPage(this.#said, signal);
    this.#isUnderWay = false;
    if (lesson.kind === 'cancelled') return;
    const taught = lesson.kind === 'taught' ? lesson.page : null;
    if (taught === null) this.#learned = null;
    await keepTaught(this.#storage, taught);
    this.#use(taught);
  }

  #hear(said: string): void {
    this.#said = [...this.#said, said].slice(-MAX_SAID);
  }

  #use(taught: TaughtPage | null): void {
    Object.assign(this.selectors, selectorsWith(this.#own, taught));
    this.#replies = taught?.reply ?? null;
  }
}
