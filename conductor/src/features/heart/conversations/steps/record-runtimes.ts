import { accountKeyOf } from '../../../../../../shared/model/account-key.ts';
import {
  type ConversationKey,
  conversationKey,
} from '../../../../../../shared/model/conversation-key.ts';
import type { RuntimeEntry } from '../../../../../../shared/protocol/index.ts';
import { joinPlans, type Plan, plan, update } from '../../../../engine/plan.ts';
import type { Refusal } from '../../../../engine/refusal.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type DefaultModes, refsOf, type Sighting } from '../resolve-conversation.ts';
import {
  askStanding,
  resolveFor,
  type Standing,
  tieTo,
  type Witness,
  type Witnessed,
} from '../standing.ts';
import * as asks from '../asks.ts';
import { CONVERSATIONS } from '../rows.ts';
import { conversationChanged } from '../effects.ts';

/** A conversation of a report. */
export interface ReportedRuntime {
  readonly runtime: RuntimeEntry;
  /** Our own id, should it be new. */
  readonly localConversationId: string;
}

export interface RuntimesInput extends Witness {
  readonly reported: readonly ReportedRuntime[];
  readonly now: number;
  readonly finalTimeoutMs: number;
  readonly defaultModes: DefaultModes;
}

export interface RecordedRuntime {
  /** Null: it touches a conversation that another one of them had touched, and is left for a step of its own. */
  readonly conversationKey: ConversationKey | null;
  readonly refusals: readonly Refusal[];
}

const LEFT: RecordedRuntime = { conversationKey: null, refusals: [] };

/** Conversations a browser reported: Baton watches them from now on. The outcome is in their order. */
export const recordRuntimes = defineStep({
  name: 'record runtimes',
  load(input: RuntimesInput) {
    const sightings = input.reported.map((one) => sightingOf(one, input));
    return {
      ...askStanding(sightings, input.clientId),
      inFlight: asks.heldJobs({ refs: sightings.flatMap((one) => refsOf(one)) }),
    };
  },
  decide(standing, input): Decision<readonly RecordedRuntime[]> {
    const touched = new Set<ConversationKey>();
    const plans: Plan[] = [];
    const outcome = input.reported.map((one): RecordedRuntime => {
      const sighting = sightingOf(one, input);
      // Rows are as they stood before the step: of two changes of one, the second would be of a row that has moved on.
      const keys = keysOf(sighting, standing);
      if (keys.some((key) => touched.has(key))) return LEFT;
      for (const key of keys) touched.add(key);
      const told = resolveFor(input, sighting, standing);
      plans.push(told.plan, plan({ changes: tieAfter(told, input, standing) }));
      plans.push(amended(told, one.runtime, input.now));
      return { conversationKey: told.conversation.conversationKey, refusals: told.refusals };
    });
    return { plan: joinPlans(...plans), outcome };
  },
});

/** Returns all keys of a reported conversation: those in the report, and those that they are aliases of. */
function keysOf(sighting: Sighting, { aliases }: Standing): ConversationKey[] {
  const named = refsOf(sighting).map((ref) => conversationKey(ref));
  return named.flatMap((key) => {
    const alias = aliases.find(({ aliasKey }) => aliasKey === key);
    return alias === undefined ? [key] : [key, alias.conversationKey];
  });
}

/** Ties a browser to a conversation that it reports. */
function tieAfter({ conversation, isMine }: Witnessed, witness: Witness, { ties }: Standing) {
  return isMine ? [] : tieTo(conversation, witness, ties);
}

function amended(
  { conversation, isServedByAnother }: Witnessed,
  runtime: RuntimeEntry,
  now: number,
): Plan {
  const { title, account_fingerprint } = runtime;
  const retitled = title !== null && title !== conversation.title;
  const accountKey =
    account_fingerprint === null
      ? conversation.accountKey
      : accountKeyOf(conversation.platform, account_fingerprint);
  // Limits of an account are not left behind by what another browser says of it.
  const moved = accountKey !== conversation.accountKey && !isServedByAnother;
  const set = { ...(retitled && { title }), ...(moved && { accountKey }), updatedAt: now };
  return plan({
    changes: retitled || moved ? [update(CONVERSATIONS, conversation, set)] : [],
    effects: [conversationChanged({ conversationKey: conversation.conversationKey })],
  });
}

function sightingOf(
  { runtime, localConversationId }: ReportedRuntime,
  { now, finalTimeoutMs, defaultModes }: RuntimesInput,
): Sighting {
  const { aliases, by_hand: byHand = false } = runtime;
  return { ref: runtime, aliases, byHand, now, localConversationId, finalTimeoutMs, defaultModes };
}
