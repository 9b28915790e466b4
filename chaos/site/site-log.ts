/** A message that the chat server took; entries are in the order of taking. The server knows this for sure. */
export interface SiteEntry {
  readonly conversation: string;
  readonly turnId: string;
  /** Null: not a message of the schedule's. */
  readonly tag: string | null;
  readonly text: string;
  /** The id of the reply it gave. */
  readonly replyId: string;
}

const TAG = /\[m\d+\.\d+\]/;
const TURN = /\[a\d+\.\d+\.\d+\]/;
const ACT = /\[w\d+\.\d+\]/;

/** The schedule's name of a message, which stands in its text. */
export function tagIn(text: string): string | null {
  return TAG.exec(text)?.[0] ?? null;
}

/** The name of a turn that a person gave an agent: it has a message of the schedule sent. */
export function turnIn(text: string): string | null {
  return TURN.exec(text)?.[0] ?? null;
}

/** The `attempt`-th turn in which an agent is asked for that message. */
export function turnOf(tag: string, attempt: number): string {
  return `[a${tag.slice(2, -1)}.${attempt}]`;
}

/** The message that a turn asks an agent for. */
export function askedIn(turn: string): string {
  return `[m${turn.slice(2, turn.lastIndexOf('.'))}]`;
}

/** The name of the `nth` act of a program, which stands in what it types or runs. */
export function actOf(program: number, nth: number): string {
  return `[w${program}.${nth}]`;
}

export function actIn(text: string): string | null {
  return ACT.exec(text)?.[0] ?? null;
}
