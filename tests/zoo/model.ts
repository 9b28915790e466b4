/** What can become of a reply: a status of 500 instead, an error in the site's own words, or a line cut half-way. */
export const FAULTS = ['refused', 'error', 'cut'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Reply {
  /** Of the message. */
  readonly id: string;
  readonly text: string;
  /** The text in pieces, as it is written; of one that is cut, the first half. */
  readonly pieces: readonly string[];
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
  /** By `performance.now()`. */
  readonly atMs: number;
}

interface Planned {
  readonly text: string;
  readonly fault: Fault | null;
}

/** What an error of the model says, whatever a page's protocol makes of it. */
export const ERROR_TEXT = 'The model is overloaded.';

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

  /** What it says to the next messages, one each; to all others it says something of its own. */
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
    if (fault === null) this.turns.push({ id, role: 'assistant', text: said });
    const pieces = piecesOf(said);
    const half = Math.ceil(pieces.length / 2);
    return { id, text: said, fault, pieces: fault === 'cut' ? pieces.slice(0, half) : pieces };
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

const MAX_PIECES = 200;
/** Ids of two servers are never the same. */
const RUN = Date.now().toString(36);
