import type { Clock } from '../../extension/background/ports.ts';
import { allChats, type Schedule, type SitePlan } from '../schedule/schedule.ts';
import { type SiteEntry, tagIn } from './site-log.ts';
import { SiteScript } from './site-script.ts';

export interface SiteTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Id of the turn that a reply answers. */
  readonly inReplyTo: string | null;
  /** The history shows it from then on. */
  readonly shownAt: number;
}

export type SiteAnswer = 'taken' | 'limited' | 'broken' | 'lost';

/** As many turns a history shows at most. */
const HISTORY_TURNS = 200;

/**
 * The chat server: the ground truth for "once". It takes what reaches it, whoever sent it and however often, and
 * answers each message by the schedule. A page that has gone does not undo a request that left it.
 */
export class ChatSite {
  /** All it took, in the order it came. */
  readonly log: SiteEntry[] = [];
  readonly #clock: Clock;
  readonly #script: SiteScript;
  readonly #conversations = new Map<string, SiteTurn[]>();
  readonly #watchers = new Set<(conversation: string, reply: SiteTurn, plan: SitePlan) => void>();
  readonly #arrived: () => void;

  /** @param arrived Called after each message. */
  constructor(schedule: Schedule, clock: Clock, arrived: () => void) {
    this.#clock = clock;
    this.#arrived = arrived;
    this.#script = new SiteScript(schedule);
    for (const { remoteId } of allChats(schedule)) {
      this.#conversations.set(remoteId, opening(remoteId));
    }
  }

  /** The page's request, from the moment it left the page. Resolves when the page hears of it. */
  async send(conversation: string, turnId: string, text: string): Promise<SiteAnswer> {
    const plan = this.#script.planOf(text);
    await this.#pass(plan.transitMs);
    const refusal = this.#script.refusalOf(text);
    if (refusal !== null) {
      await this.#pass(20);
      return refusal;
    }
    const turns = this.#conversations.get(conversation) ?? [];
    const shownAt = this.#clock.now() + plan.historyLagMs;
    turns.push({ id: turnId, role: 'user', text, inReplyTo: null, shownAt });
    turns.splice(0, turns.length - HISTORY_TURNS);
    const replyId = `reply-to-${turnId}`;
    this.log.push({ conversation, turnId, tag: tagIn(text), text, replyId });
    this.#clock.after(plan.replyMs, () => this.#reply(conversation, turnId, replyId, text, plan));
    this.#arrived();
    await this.#pass(plan.acceptMs);
    return plan.answerLost ? 'lost' : 'taken';
  }

  /** Returns the turns that the history shows now. */
  history(conversation: string): SiteTurn[] {
    const now = this.#clock.now();
    const turns = this.#conversations.get(conversation) ?? [];
    return turns.filter(({ shownAt }) => shownAt <= now);
  }

  onReply(watcher: (conversation: string, reply: SiteTurn, plan: SitePlan) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #reply(
    conversation: string,
    turnId: string,
    replyId: string,
    message: string,
    plan: SitePlan,
  ): void {
    const reply: SiteTurn = {
      id: replyId,
      role: 'assistant',
      text: this.#script.replyTo(message),
      inReplyTo: turnId,
      shownAt: this.#clock.now(),
    };
    this.#conversations.get(conversation)?.push(reply);
    for (const watcher of this.#watchers) watcher(conversation, reply, plan);
  }

  #pass(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.after(ms, resolve));
  }
}

function opening(remoteId: string): SiteTurn[] {
  const user = `${remoteId}-hello`;
  return [
    { id: user, role: 'user', text: 'Hello', inReplyTo: null, shownAt: 0 },
    { id: `${remoteId}-welcome`, role: 'assistant', text: 'Hi!', inReplyTo: user, shownAt: 0 },
  ];
}
