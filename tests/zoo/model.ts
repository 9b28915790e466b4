import { setTimeout as delay } from 'node:timers/promises';

/** Faults of a reply: a status of 500 instead, an error in the site's own words, or a line cut half-way. */
export const FAULTS = ['refused', 'error', 'cut'] as const;
/** `failure`: after half of the words comes `FAILURE`, and the answer ends as if that were its end. */
export type Fault = (typeof FAULTS)[number] | 'failure';

export interface Reply {
  /** Id of the message. */
  readonly id: string;
  readonly text: string;
  /** The text in pieces, one after another as it is written; of one that is cut or fails, the first half. */
  readonly pieces: AsyncIterable<string>;
  /** A reply that is refused never comes to the page's server. */
  readonly fault: Exclude<Fault, 'refused'> | null;
}

export interface Turn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface Received {
  readonly text: string;
  /** Time by `performance.now()`. */
  readonly atMs: number;
}

interface Planned {
  readonly text: string;
  readonly fault: Fault | null;
}

/** Text of the model's error, in every page's protocol. */
export const ERROR_TEXT = 'The model is overloaded.';
/** A failure as no protocol tells it: of a server behind the server, passed on as it came. */
export const FAILURE = { message: 'The words ran out.', status: 'Fail' } as const;

/** The site answers with a status of 500. */
export class RefusedByModel extends Error {
  override readonly name = 'RefusedByModel';
}

/** Stands behind one page's server: logs what comes in, and says what the test has planned. */
export class Model {
  readonly received: Received[] = [];
  readonly turns: Turn[] = [];
  readonly #planned: Planned[] = [];
  #gate: Promise<void> | null = null;
  #halfway: Halfway | null = null;

  /** Plans the answers to the next messages, one each; all others get an answer of the model's own. */
  plan(...texts: readonly string[]): void {
    for (const text of texts) this.#planned.push({ text, fault: null });
  }

  planFault(fault: Fault): void {
    const text = `This reply never came to its end, and counts for nothing: it was ${fault}.`;
    this.#planned.push({ text, fault });
  }

  /** Replies wait until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return () => {
      this.#gate = null;
      resolve();
    };
  }

  /** The next reply stops after half of its words: `reached` then; it goes on once `release` is called. */
  holdHalfway(): { readonly reached: Promise<void>; readonly release: () => void } {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#halfway = { reach: reached.resolve, released: released.promise };
    return { reached: reached.promise, release: released.resolve };
  }

  /** Takes a message as the page's server got it, with the page's id for it, and replies once it may. */
  async take(text: string, messageId?: string): Promise<Reply> {
    return this.accept(text, messageId).reply;
  }

  /** The same for a server that answers a message before the reply to it is there. Throws `RefusedByModel`. */
  accept(text: string, messageId?: string): { readonly reply: Promise<Reply> } {
    this.received.push({ text, atMs: performance.now() });
    const number = this.received.length;
    const planned: Planned = this.#planned.shift() ?? {
      text: `This is reply number ${number}, and it asks for nothing.`,
      fault: null,
    };
    this.turns.push({ id: messageId ?? `user-${number}-${RUN}`, role: 'user', text });
    if (planned.fault === 'refused') throw new RefusedByModel(ERROR_TEXT);
    return { reply: this.#replyTo(number, planned.text, planned.fault) };
  }

  async #replyTo(number: number, said: string, fault: Reply['fault']): Promise<Reply> {
    await this.#gate;
    const id = `reply-${number}-${RUN}`;
    const turn = fault === null ? ({ id, role: 'assistant', text: said } as const) : null;
    return { id, text: said, fault, pieces: this.#write(said, fault, turn) };
  }

  async *#write(said: string, fault: Reply['fault'], turn: Turn | null): AsyncIterable<string> {
    const halfway = this.#halfway;
    this.#halfway = null;
    const pieces = piecesOf(said);
    const half = Math.ceil(pieces.length / 2);
    const isHalf = fault === 'cut' || fault === 'failure';
    for (const [index, piece] of pieces.slice(0, isHalf ? half : undefined).entries()) {
      yield piece;
      await delay(PIECE_MS);
      if (index + 1 !== half) continue;
      halfway?.reach();
      await halfway?.released;
    }
    if (turn !== null) this.turns.push(turn);
  }
}

/** Word by word; a long one in larger pieces, as pages draw all of it anew with each. */
function piecesOf(text: string): readonly string[] {
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const size = Math.ceil(words.length / MAX_PIECES);
  return Array.from({ length: Math.ceil(words.length / size) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(''),
  );
}

interface Halfway {
  readonly reach: () => void;
  readonly released: Promise<void>;
}

/** Between two pieces: what is written at once would reach the page at once. */
const PIECE_MS = 3;
const MAX_PIECES = 200;
/** Ids of two servers are never the same. */
const RUN = Date.now().toString(36);
