import type { PlannedMessage, Schedule, SitePlan } from '../schedule/schedule.ts';
import { tagIn } from './site-log.ts';
import { callsOfTeam } from './team-script.ts';

/** How long a limit lasts by the site's own word, in its time. */
export const LIMIT_MS = 2_000;

const UNPLANNED: SitePlan = {
  refusals: [],
  transitMs: 10,
  historyLagMs: 0,
  acceptMs: 10,
  answerLost: false,
  replyMs: 50,
  reply: 'live',
};

/** The schedule's plans for messages, by the tag in their text: the same for every level. */
export class SiteScript {
  readonly #plans = new Map<string, SitePlan>();
  /** Message that a reply asks for: the next of its chain. */
  readonly #next = new Map<string, PlannedMessage>();
  readonly #refused = new Map<string, number>();

  constructor(schedule: Schedule) {
    for (const chain of schedule.conversations.flatMap(({ rounds }) => rounds.flat())) {
      for (const [index, message] of chain.entries()) {
        this.#plans.set(message.tag, message.site);
        const next = chain[index + 1];
        if (next !== undefined) this.#next.set(message.tag, next);
      }
    }
  }

  planOf(text: string): SitePlan {
    return this.#plans.get(tagIn(text) ?? '') ?? UNPLANNED;
  }

  /** Asked once for each arrival. Null: it is taken. */
  refusalOf(text: string): SitePlan['refusals'][number] | null {
    const tag = tagIn(text) ?? '';
    const refused = this.#refused.get(tag) ?? 0;
    const refusal = this.planOf(text).refusals[refused];
    if (refusal === undefined) return null;
    this.#refused.set(tag, refused + 1);
    return refusal;
  }

  replyTo(text: string): string {
    const tag = tagIn(text);
    const asked = callsOfTeam(text).map(({ method, params }) => action(`run::${method}`, params));
    if (asked.length > 0) return asked.join('\n');
    const next = this.#next.get(tag ?? '');
    if (next === undefined) return `Done with ${tag ?? 'that'}.`;
    return action('conductor::echo', { text: next.tag });
  }
}

function action(tool: string, params: object): string {
  return `Next.\n\n\`\`\`baa\n@${tool}::${JSON.stringify(params)}\n\`\`\`\n`;
}
