import { EventEmitter } from 'node:events';

export interface KeptTurn {
  readonly id: string;
  readonly text: string;
  /** The answer; `none`: it ended without a reply. Null: it is being written. */
  answer: { readonly id: string; readonly text: string } | 'none' | null;
}

/** A chat site that keeps each message it is sent, and knows for each whether it will answer. Emits `answered`. */
export class KeptSite extends EventEmitter<{ answered: [KeptTurn] }> {
  readonly turns: KeptTurn[] = [];
  readonly #answers: () => { readonly afterMs: number; readonly isReply: boolean };

  constructor(answers: () => { readonly afterMs: number; readonly isReply: boolean }) {
    super();
    this.setMaxListeners(0);
    this.#answers = answers;
  }

  send(text: string): KeptTurn {
    const turn: KeptTurn = { id: `turn-${this.turns.length + 1}`, text, answer: null };
    this.turns.push(turn);
    const { afterMs, isReply } = this.#answers();
    setTimeout(() => {
      turn.answer = isReply ? { id: `answer-to-${turn.id}`, text: `Re: ${text}` } : 'none';
      this.emit('answered', turn);
    }, afterMs);
    return turn;
  }

  /** Every text of a delivery is its own. */
  find(text: string): KeptTurn | null {
    return this.turns.find((turn) => turn.text === text) ?? null;
  }
}
