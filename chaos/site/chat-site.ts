import type { Clock } from '../../extension/background/ports.ts';
import type { PlannedMessage, Schedule, SitePlan } from '../schedule/schedule.ts';
import { type SiteEntry, tagIn } from './site-log.ts';

export interface SiteTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** What a reply answers. */
  readonly inReplyTo: string | null;
  /** The history shows it from then on. */
  readonly shownAt: number;
}

export type SiteAnswer = 'taken' | 'limited' | 'broken' | 'lost';

/** The answer to a person's limit notice, in the world's time. */
export const LIMIT_MS = 2_000;

/** As many turns a history shows at most. */
const HISTORY_TURNS = 200;

const UNPLANNED: SitePlan = {
  refusals: [],
  transitMs: 10,
  historyLagMs: 0,
  acceptMs: 10,
  answerLost: false,
  replyMs: 50,
  reply: 'live',
};

/**
 * The chat server: the ground truth for "once". It takes what reaches it, whoever sent it and however often, and
 * answers each message by the schedule. A page that has gone does not undo a request that left it.
 */
export class ChatSite {
  /** All it took, in the order it came. */
  readonly log: SiteEntry[] = [];
  readonly #clock: Clock;
  readonly #plans = new Map<string, SitePlan>();
  /** What the reply to a message asks for: the next of its chain. */
  readonly #next = new Map<string, PlannedMessage>();
  readonly #conversations = new Map<string, SiteTurn[]>();
  readonly #refused = new Map<string, number>();
  readonly #watchers = new Set<(conversation: string, reply: SiteTurn, plan: SitePlan) => void>();
  readonly #arrived: () => void;

  /** @param arrived Called after each message. */
  constructor(schedule: Schedule, clock: Clock, arrived: () => void) {
    this.#clock = clock;
    this.#arrived = arrived;
    for (const { remoteId, rounds } of schedule.conversations) {
      this.#conversations.set(remoteId, opening(remoteId));
      for (const chain of rounds.flat()) {
        for (const [index, message] of chain.entries()) {
          this.#plans.set(message.tag, message.site);
          const next = chain[index + 1];
          if (next !== undefined) this.#next.set(message.tag, next);
        }
      }
    }
  }

  planOf(text: string): SitePlan {
    return this.#plans.get(tagIn(text) ?? '') ?? UNPLANNED;
  }

  /** The page's request, from the moment it left the page. Resolves when the page hears of it. */
  async send(conversation: string, turnId: string, text: string): Promise<SiteAnswer> {
    const plan = this.planOf(text);
    await this.#pass(plan.transitMs);
    const tag = tagIn(text);
    const refused = this.#refused.get(tag ?? '') ?? 0;
    const refusal = plan.refusals[refused];
    if (refusal !== undefined) {
      this.#refused.set(tag ?? '', refused + 1);
      await this.#pass(20);
      return refusal;
    }
    const turns = this.#conversations.get(conversation) ?? [];
    const shownAt = this.#clock.now() + plan.historyLagMs;
    turns.push({ id: turnId, role: 'user', text, inReplyTo: null, shownAt });
    turns.splice(0, turns.length - HISTORY_TURNS);
    const replyId = `reply-to-${turnId}`;
    this.log.push({ conversation, turnId, tag, text, replyId });
    this.#clock.after(plan.replyMs, () => this.#reply(conversation, turnId, replyId, tag, plan));
    this.#arrived();
    await this.#pass(plan.acceptMs);
    return plan.answerLost ? 'lost' : 'taken';
  }

  /** What the history shows now. */
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
    tag: string | null,
    plan: SitePlan,
  ): void {
    const next = this.#next.get(tag ?? '');
    const text =
      next === undefined
        ? `Done with ${turnId}.`
        : `Next.\n\n\`\`\`baa\n@conductor::echo::${JSON.stringify({ text: next.tag })}\n\`\`\`\n`;
    const reply: SiteTurn = {
      id: replyId,
      role: 'assistant',
      text,
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
