export interface SimTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** What a reply answers. */
  readonly inReplyTo: string | null;
}

/** The chat server: the ground truth for "once". A reply comes whether or not a page still watches. */
export class SimSite {
  readonly turns: SimTurn[] = [
    { id: 'user-0', role: 'user', text: 'Hello', inReplyTo: null },
    { id: 'assistant-0', role: 'assistant', text: 'Do @conductor::time', inReplyTo: 'user-0' },
  ];
  readonly #later: (reply: () => void) => unknown;
  readonly #watchers = new Set<(reply: SimTurn) => void>();

  constructor(later: (reply: () => void) => unknown) {
    this.#later = later;
  }

  receive(text: string, id: string): void {
    this.turns.push({ id, role: 'user', text, inReplyTo: null });
    this.#later(() => {
      const reply = {
        id: `assistant-to-${id}`,
        role: 'assistant',
        text: `Answer to: ${text}`,
        inReplyTo: id,
      } as const;
      this.turns.push(reply);
      for (const watcher of this.#watchers) watcher(reply);
    });
  }

  onReply(watcher: (reply: SimTurn) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  timesReceived(text: string): number {
    return this.turns.filter((turn) => turn.role === 'user' && turn.text === text).length;
  }
}
