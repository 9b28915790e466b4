/** One message of a conversation. Turns form a tree by `parentId`; a site that never branches just uses a line. */
export interface Turn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly parentId: string | null;
  readonly createdAtMs: number;
  /** The assistant could not answer and `text` says why. Shown to people, never to the assistant. */
  readonly failed: boolean;
}

export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly createdAtMs: number;
  /** In the order they came to be. */
  readonly turns: readonly Turn[];
}

/** The turns from the start of the conversation down to `turnId`, oldest first, that one included. */
export function pathTo(turns: readonly Turn[], turnId: string): readonly Turn[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const path: Turn[] = [];
  for (let turn = byId.get(turnId); turn; turn = byId.get(turn.parentId ?? '')) {
    path.unshift(turn);
    byId.delete(turn.id); // A parent that is its own descendant ends the walk instead of looping it.
  }
  return path;
}
