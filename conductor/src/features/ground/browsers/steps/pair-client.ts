import { MAX_SEQ } from '../../../../../../shared/protocol/index.ts';
import { insert, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type Client, CLIENTS } from '../rows.ts';
import * as browsers from '../queries.ts';
import * as asks from '../asks.ts';

/** Stores a browser that brought a valid pairing code. */
export const pairClient = defineStep({
  name: 'pair client',
  load: () => ({}),
  decide: (_rows, { client }: { readonly client: Client }): Decision<null> => ({
    plan: plan({
      changes: [insert(CLIENTS, client)],
      events: [
        {
          type: 'client.paired',
          subjectId: client.clientId,
          conversationKey: null,
          actor: 'person',
          at: client.createdAt,
          detail: {
            browser: client.browserName,
            version: client.browserVersion,
            origin: client.origin,
          },
        },
      ],
    }),
    outcome: null,
  }),
});

export interface Welcomed {
  readonly client: Client;
  /** Highest `seq` that was given to a frame for it. */
  readonly sentSeq: number;
  /** Ids of the dispatched jobs that it holds. */
  readonly heldJobIds: readonly string[];
}

interface WelcomeClientInput {
  readonly clientId: string;
  readonly lastSeq: number;
  readonly now: number;
}

/**
 * Says what is stored for a browser that said hello. `lastSeq`: the highest `seq` of ours that the browser says it has.
 * The outcome is null if it is not paired any more.
 */
export const welcomeClient = defineStep({
  name: 'welcome client',
  load: ({ clientId }: WelcomeClientInput) => ({
    client: browsers.client({ clientId }),
    held: asks.heldJobIds({ clientId }),
  }),
  decide({ client, held }, { lastSeq, now }): Decision<Welcomed | null> {
    if (client === null || client.revokedAt !== null) return { plan: plan({}), outcome: null };
    const sentSeq = countedOn(client.lastSentSeq, lastSeq);
    return {
      plan: plan({
        changes: [update(CLIENTS, client, { lastSeenAt: now, lastSentSeq: sentSeq })],
        events: [
          {
            type: 'client.connected',
            subjectId: client.clientId,
            conversationKey: null,
            actor: 'conductor',
            at: now,
            detail:
              lastSeq > client.lastSentSeq
                ? { last_seq: lastSeq, sent_seq: client.lastSentSeq }
                : {},
          },
        ],
      }),
      outcome: { client, sentSeq, heldJobIds: held },
    };
  },
});

/**
 * A browser that has more than was sent: the database came back from a backup, and counts on from there, or its next
 * frames would look old to the browser. Unless nobody can have sent so many: then the browser is wrong, and what was
 * sent stands.
 */
function countedOn(sentSeq: number, lastSeq: number): number {
  return lastSeq <= MAX_SEQ ? Math.max(sentSeq, lastSeq) : sentSeq; // guard: possible-cursor
}
