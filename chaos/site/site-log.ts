/** What the chat server knows for sure: a message it took, in the order it took them. */
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

/** The schedule's name of a message, which stands in its text. */
export function tagIn(text: string): string | null {
  return TAG.exec(text)?.[0] ?? null;
}
