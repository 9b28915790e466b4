import type { PageOutcome } from '../messages/resource-messages.ts';

const MAX_CALLS = 64;

/**
 * Which calls have acted on this document, and how they ended. Whoever asked may die meanwhile: the next one looks here
 * before it says that nobody knows.
 */
export class CallMemory {
  readonly #calls = new Map<string, PageOutcome | null>();

  begin(callId: string): void {
    this.#calls.set(callId, null);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > MAX_CALLS && oldest !== undefined) this.#calls.delete(oldest);
  }

  end(callId: string, outcome: PageOutcome): void {
    if (this.#calls.has(callId)) this.#calls.set(callId, outcome);
  }

  /** `none`: it never acted here; null: it began, and has not ended. */
  of(callId: string): PageOutcome | null | 'none' {
    const known = this.#calls.get(callId);
    return known === undefined ? 'none' : known;
  }
}
