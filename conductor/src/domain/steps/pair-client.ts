import { insert, plan, update } from '../plan.ts';
import type { Client } from '../rows.ts';
import type { Asks, Step } from '../step.ts';

/** A browser proved that a person let it in. */
export const pairClient: Step<{ readonly client: Client }, Record<never, never>, null> = {
  name: 'pair client',
  load: () => ({}),
  decide: (_rows, { client }) => ({
    plan: plan({
      changes: [insert('clients', client)],
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
};

/**
 * A paired browser said hello. `lastSeq`: what it has of ours. A database restored from a backup counts on
 * from there, or its next frames would look old to the browser. Returns the jobs whose lease it holds; null when it is not paired any more.
 */
export const welcomeClient: Step<
  { readonly clientId: string; readonly lastSeq: number; readonly now: number },
  {
    readonly client: Asks<'client'>;
    readonly held: Asks<'heldJobIds'>;
  },
  { readonly client: Client; readonly heldJobIds: readonly string[] } | null
> = {
  name: 'welcome client',
  load: ({ clientId }) => ({
    client: { ask: 'client', clientId },
    held: { ask: 'heldJobIds', clientId },
  }),
  decide({ client, held }, { lastSeq, now }) {
    if (client === null || client.revokedAt !== null) return { plan: plan({}), outcome: null };
    return {
      plan: plan({
        changes: [
          update('clients', client, {
            lastSeenAt: now,
            lastSentSeq: Math.max(client.lastSentSeq, lastSeq),
          }),
        ],
        events: [
          {
            type: 'client.connected',
            subjectId: client.clientId,
            conversationKey: null,
            actor: 'conductor',
            at: now,
            detail: {},
          },
        ],
      }),
      outcome: { client, heldJobIds: held },
    };
  },
};
