/** One user message as it came in: what tests and the demo count to know what was really sent. */
export interface ReceivedMessage {
  readonly conversation_id: string;
  /** Made by the page. */
  readonly message_id: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly received_at: number;
  /** The message this one follows, as the page that sent it saw the conversation. */
  readonly parent_id: string | null;
}

/**
 * How many received messages repeat an earlier one: the same id again, or the same words in answer to the
 * same message of the same conversation. The same words later in a conversation are no duplicate: people
 * say "go on" more than once.
 */
export function countDuplicates(log: readonly ReceivedMessage[]): number {
  const seen = new Set<string>();
  let duplicates = 0;
  for (const { conversation_id, message_id, parent_id, text } of log) {
    const marks = [
      JSON.stringify(['id', message_id]),
      JSON.stringify(['words', conversation_id, parent_id, text]),
    ];
    if (marks.some((mark) => seen.has(mark))) duplicates += 1;
    for (const mark of marks) seen.add(mark);
  }
  return duplicates;
}
