import { isMade } from '../messages/made-conversation-id.ts';

/** `17`, `run-17`: but for its one number any other may be called the same. Nothing that was drawn at random. */
const NUMBERED = /^[a-z_.:-]{0,50}\d{1,50}[a-z_.:-]{0,50}$/i;
/** Between an id of ours and the number beside it, where the page keeps them. */
const BESIDE = '~';

/** May the next id of its kind be this one, counted up? */
export function isNumbered(id: string): boolean {
  return NUMBERED.test(id);
}

/** An id as a page keeps it, and the number that was said last beside one of ours. */
export function withNumber(id: string, number: string | null): string {
  return number !== null && isMade(id) ? id + BESIDE + number : id;
}

export function splitNumber(kept: string): { readonly id: string; readonly number: string | null } {
  const [id = kept, number = null] = isMade(kept) ? kept.split(BESIDE) : [kept];
  return { id, number };
}

interface Said {
  readonly number: string;
  /** Null: before the page was loaded again. */
  readonly exchange: number | null;
}

/**
 * Numbers that a page's answers, and none of its sends, call the conversation by. Such a number may be the exchange's,
 * and two conversations may both have it, so it names none. It tells of a change: an exchange that does not show that it
 * goes on with the one before it is taken for another conversation's.
 */
export class SaidNumbers {
  #last: Said | null = null;
  /** Whose they are, once that is known: two exchanges had the same, or one went on with another. */
  #owner: 'conversation' | 'exchange' | null = null;

  get last(): string | null {
    return this.#last?.number ?? null;
  }

  /** The page was loaded again, or shows another conversation. */
  begin(number: string | null): void {
    this.#last = number === null ? null : { number, exchange: null };
    this.#owner = null;
  }

  /** The page told its site the conversation by the last one. */
  isTold(): void {
    this.#owner = 'conversation';
  }

  /**
   * The answer of an exchange said a number. False: it belongs to another conversation than what was said before, or
   * nobody can tell.
   *
   * @param isShown The page showed the exchange before it when the message left.
   */
  goOn(number: string, exchange: number, isShown: boolean): boolean {
    const before = this.#last;
    // Some count within one answer.
    if (before?.exchange === exchange) return true;
    const isSame = before?.number === number;
    this.#last = { number, exchange };
    if (before === null) return true;
    if (before.exchange === null) return isSame;
    if (!isShown || (this.#owner === 'conversation' && !isSame)) {
      this.#owner = null;
      return false;
    }
    this.#owner ??= isSame ? 'conversation' : 'exchange';
    return true;
  }
}
