import type { PageAnswers, PageState } from '../messages/page-messages.ts';
import type { BackgroundLink } from './background-link.ts';

/** Tells the background what the page is, whenever that changes; the newest state wins. */
export class StateReporter {
  readonly #read: () => PageState;
  readonly #background: BackgroundLink;
  readonly #onAnswer: (answer: PageAnswers['page.state']) => void;
  readonly #signal: AbortSignal;
  #told = '';
  #telling = false;

  constructor(
    read: () => PageState,
    background: BackgroundLink,
    onAnswer: (answer: PageAnswers['page.state']) => void,
    signal: AbortSignal,
  ) {
    this.#read = read;
    this.#background = background;
    this.#onAnswer = onAnswer;
    this.#signal = signal;
  }

  /** Something may have changed. */
  touch(): void {
    if (!this.#telling && !this.#signal.aborted) void this.#tell();
  }

  async #tell(): Promise<void> {
    this.#telling = true;
    try {
      for (let state = this.#read(); JSON.stringify(state) !== this.#told; state = this.#read()) {
        const answer = await this.#background.deliver({ kind: 'page.state', state }, 'state');
        if (answer === null) break;
        this.#told = JSON.stringify(state);
        this.#onAnswer(answer);
      }
    } finally {
      // A page can make itself unreadable for a moment: the next touch reads it anew.
      this.#telling = false;
    }
  }
}
