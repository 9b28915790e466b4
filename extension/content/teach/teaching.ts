import type { PageSelectors, WholeAnswer } from '../../platforms/platform.ts';
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
import { shownCandidate, type ShownReply } from './shown-candidate.ts';
import { shownNow, shownReply } from './shown-reply.ts';
import { teachPage } from './teach-page.ts';

/** Enough to tell a reply from what holds more than it. */
const MAX_SAID = 20;

interface UnreadAnswer {
  readonly exchange: Exchange;
  readonly answer: string;
}

/** Reply that a lesson read at once. */
export interface ReadByLesson {
  readonly exchange: Exchange;
  readonly text: string;
}

/**
 * Teaching of a person about this site: read at start, changed and forgotten by their own hand. It also holds where the
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
  #isTaught = false;
  /** Messages from this page whose answers nobody could read. */
  #said: readonly string[] = [];
  /** The last such answer, so that what is taught can be tried on it. */
  #unread: UnreadAnswer | null = null;

  constructor(own: PageSelectors, storage: TaughtStorage) {
    this.#own = own;
    this.selectors = { ...own };
    this.#storage = storage;
  }

  /** The reply that an answer holds and the page shows; null: they do not meet, or nobody showed a reply. */
  async shownReply(
    exchange: Exchange,
    answer: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (exchange.send !== null) this.#hear(exchange.send.text);
    this.#unread = { exchange, answer };
    if (this.#replies === null) return null;
    const read = await shownReply(answer, this.#replies, signal);
    if (read !== null && this.#unread?.exchange === exchange) this.#unread = null;
    return read;
  }

  get isTaught(): boolean {
    return this.#isTaught;
  }

  /** The turns as the page shows them, where an exchange has shown which these are. */
  shownTurns(): readonly RenderedTurn[] {
    if (this.#learned === null) return [];
    const { userTurn, assistantTurn } = this.#learned;
    const selectors = { userTurn: [userTurn], assistantTurn: [assistantTurn] };
    return renderedTurns({ ...selectors, turnIdAttribute: null });
  }

  /** The reply among what an answer holds: what the page shows after the message. Null: it shows none of it. */
  shownOf({ candidates }: WholeAnswer, said: string): ShownReply | null {
    return shownCandidate(candidates, (text) => showsExchange(said, text));
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

  /** Null: nothing was read by what was shown. */
  async teach(signal: AbortSignal): Promise<ReadByLesson | null> {
    if (this.#isUnderWay) return null;
    this.#isUnderWay = true;
    const unread = this.#unread;
    const trial = unread && ((replies: string) => shownNow(unread.answer, replies));
    const lesson = await teachPage(this.#said, trial, signal);
    this.#isUnderWay = false;
    if (lesson.kind === 'cancelled') return null;
    const taught = lesson.kind === 'taught' ? lesson.page : null;
    if (taught === null) this.#learned = null;
    await keepTaught(this.#storage, taught);
    this.#use(taught);
    if (unread === null || lesson.kind !== 'taught' || lesson.read === null) return null;
    this.#unread = null;
    return { exchange: unread.exchange, text: lesson.read };
  }

  #hear(said: string): void {
    this.#said = [...this.#said, said].slice(-MAX_SAID);
  }

  #use(taught: TaughtPage | null): void {
    Object.assign(this.selectors, selectorsWith(this.#own, taught));
    this.#replies = taught?.reply ?? null;
    this.#isTaught = taught !== null;
  }
}
