import type { PageSite, SendOutcome, ShownTurn } from '../../../../chaos/world/played-page.ts';
import type { LookOutcome, PageProblem } from '../../../../extension/messages/page-messages.ts';
import type { SimClock } from './sim-clock.ts';

/** Milliseconds until a page gets the answer to its request. */
const ACCEPT_MS = 80;

/** The chat server: the ground truth for "once". A reply comes whether or not a page still watches. */
export class SimSite implements PageSite {
  readonly turns: ShownTurn[] = [
    { id: 'user-0', role: 'user', text: 'Hello', inReplyTo: null },
    { id: 'assistant-0', role: 'assistant', text: 'Do @conductor::time', inReplyTo: 'user-0' },
  ];
  /** Set: it wants to see a person and keeps nothing. `unknown`: it may take what was sent afterwards. */
  challenge: 'no' | 'unknown' | null = null;
  /** Set: it keeps what is sent, and answers with an error. */
  fails = false;
  finds: LookOutcome | null = null;
  problem: PageProblem | null = null;
  /** How long after it was asked to a page shows the button that stops a reply. */
  stopButtonAfterMs = 0;
  /** Turns whose replies were stopped while they were written. */
  readonly stopped: string[] = [];
  readonly #beingWritten = new Set<string>();
  readonly #metWithError = new Set<string>();
  readonly #clock: SimClock;
  readonly #replyTakesMs: number;
  readonly #watchers = new Set<(reply: ShownTurn) => void>();

  constructor(clock: SimClock, replyTakesMs: number) {
    this.#clock = clock;
    this.#replyTakesMs = replyTakesMs;
  }

  history(): readonly ShownTurn[] {
    return this.turns;
  }

  async send(turnId: string, text: string): Promise<SendOutcome> {
    const { challenge } = this;
    if (this.fails) {
      this.turns.push({ id: turnId, role: 'user', text, inReplyTo: null });
      this.#metWithError.add(text);
    } else if (challenge === null) this.receive(text, turnId);
    await this.#clock.sleep(ACCEPT_MS);
    if (this.fails) return { outcome: 'failed' };
    if (challenge !== null) return { outcome: 'challenged', sent: challenge };
    return { outcome: 'taken' };
  }

  metWithError(text: string): boolean {
    return this.#metWithError.has(text);
  }

  receive(text: string, id: string): void {
    this.turns.push({ id, role: 'user', text, inReplyTo: null });
    this.#beingWritten.add(id);
    this.#clock.after(this.#replyTakesMs, () => {
      if (!this.#beingWritten.delete(id)) return;
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

  stopReply(turnId: string): boolean {
    const wasWritten = this.#beingWritten.delete(turnId);
    if (wasWritten) this.stopped.push(turnId);
    return wasWritten;
  }

  onReply(watcher: (reply: ShownTurn) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  timesReceived(text: string): number {
    return this.turns.filter((turn) => turn.role === 'user' && turn.text === text).length;
  }
}
