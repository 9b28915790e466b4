import type { Completeness } from '../../../shared/model/completeness.ts';

/** How chats write their replies: one of the protocols and libraries that many of them share. */
export interface Vocabulary {
  readonly name: string;
  /** Where its words are documented, and which version or date of that was read. */
  readonly evidence: string;
  /**
   * `mark`: its words say that the assistant's turn is over. `transfer`: nothing does but the clean end of the transfer,
   * which a socket does not have.
   */
  readonly ends: 'mark' | 'transfer';
  /** A reader for one stream. It gives null for what is not said in this vocabulary. */
  start(): ReadValue;
}

/** `name`: of the event or line the value came as, or what an envelope around it said of it. */
export type ReadValue = (value: unknown, name: string) => Said | readonly Said[] | null;

/** Facts that one value gives about the reply. Thinking, tools and the person's words are in none of its fields. */
export interface Said {
  /** Another message of the assistant begins: what was read before is not part of it. */
  readonly begins?: boolean;
  /** Goes on with the answer. */
  readonly text?: string;
  /** All of the answer so far, where pieces alone do not make it; null: what it is cannot be told. */
  readonly whole?: () => string | null;
  readonly messageId?: string | null;
  /** The turn ended with an answer. */
  readonly finished?: boolean;
  /** Absent of one that ended: the assistant ended it itself. */
  readonly complete?: Completeness;
  /** Nothing follows. */
  readonly over?: boolean;
  /** Values like this one say when the turn is over: the end of the transfer alone does not. */
  readonly marksEnd?: boolean;
  /** true: it calls itself the last; the clean end of the transfer is then the turn's. */
  readonly isLast?: boolean;
  readonly error?: unknown;
}

/** Recognised, and no part of the answer. */
export const ASIDE: Said = {};

/** Tells whether an id is another than the one before: then another message begins. The first may come late. */
export function idChanges(): (id: string | null) => boolean {
  let last: string | null = null;
  return (id) => {
    const isOther = id !== null && last !== null && id !== last;
    last = id ?? last;
    return isOther;
  };
}

const ANSWERED = /^(?:stop|stop_sequence|end_turn|eos|eos_token|complete|completed|done)$/i;
const CUT =
  /^(?:length|max_(?:output_)?tokens|model_length|content[_-]?filter|incomplete|refusal|safety|recitation)$/i;

/** How a turn ended with an answer, by its reason. One that stops for a tool has none yet. */
export function endedBy(reason: unknown): Pick<Said, 'finished' | 'complete'> {
  if (typeof reason !== 'string') return { finished: false };
  if (CUT.test(reason)) return { finished: true, complete: 'cut' };
  return { finished: ANSWERED.test(reason) };
}

/** Two stretches of an answer with something between them, such as a tool: the second begins a line. */
export function joined(parts: Iterable<string>): string {
  let text = '';
  for (const part of parts) {
    const needsBreak = text !== '' && part !== '' && !text.endsWith('\n') && !part.startsWith('\n');
    text += (needsBreak ? '\n\n' : '') + part;
  }
  return text;
}

/** The text of content that is a text, or a list of parts of which those of the kind `text` are the answer. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map(textOfPart).join('');
}

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (typeof part !== 'object' || part === null) return '';
  const { type, text, thought } = part as Readonly<Record<string, unknown>>;
  const isText = type === undefined || type === 'text' || type === 'output_text';
  return isText && !thought && typeof text === 'string' ? text : '';
}
