import type { ConversationKey } from '../../../../../../../shared/model/conversation-key.ts';
import {
  type AuditEvent,
  insert,
  joinPlans,
  plan,
  type Plan,
  update,
} from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { fromClient } from '../../../../ground/browsers/feature.ts';
import { type Renewal, stopped, withoutDueTurn } from '../../../conversations/feature.ts';
import { newJob } from '../../../deliveries/feature.ts';
import { afterQuietHours, type MinuteOfDay, renewalMessage } from '../renewal.ts';
import * as conversations from '../../../conversations/queries.ts';
import * as renewals from '../queries.ts';
import { RENEWALS } from '../../../conversations/rows.ts';
import { conversationChanged } from '../../../conversations/effects.ts';

/** Fields of a renewal that a person sets; the rest of its row is Baton's. */
export type RenewalRequest = Pick<
  Renewal,
  | 'goal'
  | 'message'
  | 'spacingMs'
  | 'maxTurns'
  | 'stopPhrase'
  | 'quietFromMinute'
  | 'quietToMinute'
  | 'timeZone'
>;

interface By {
  readonly actor: AuditEvent['actor'];
  readonly via: string;
  readonly now: number;
}

/** Sets the renewal of a conversation. An earlier one is replaced, with the turns that it used. */
export const setRenewal = defineStep({
  name: 'set renewal',
  load: ({
    localConversationId,
  }: {
    readonly localConversationId: string;
    readonly request: RenewalRequest;
    /** When the first turn is due (epoch ms), if nothing is open in the conversation. */
    readonly firstDueAt: number;
  } & By) => ({
    conversation: conversations.conversationByLocalId({ localConversationId }),
    renewal: conversations.renewalByLocalId({ localConversationId }),
  }),
  decide(
    { conversation, renewal },
    { request, firstDueAt, actor, via, now },
  ): Decision<'set' | 'not_found'> {
    if (conversation === null) return { plan: plan({}), outcome: 'not_found' };
    const { conversationKey, latestAssistantMessageId } = conversation;
    const set = {
      ...request,
      turnsUsed: 0,
      status: 'active',
      stopReason: null,
      // Without a reply there is nothing to continue from: the first one will say when.
      dueAt: latestAssistantMessageId === null ? null : firstDueAt,
      updatedAt: now,
    } as const;
    return {
      plan: plan({
        changes: [
          renewal === null
            ? insert(RENEWALS, { ...set, conversationKey, createdAt: now, version: 1 })
            : update(RENEWALS, renewal, set),
        ],
        events: [
          {
            type: 'renewal.set',
            subjectId: conversationKey,
            conversationKey,
            actor,
            at: now,
            detail: { via, max_turns: request.maxTurns, spacing_ms: request.spacingMs },
          },
        ],
        effects: [conversationChanged({ conversationKey })],
      }),
      outcome: 'set',
    };
  },
});

/** Stops a renewal; its row stays, with the turns that it used. */
export const stopRenewal = defineStep({
  name: 'stop renewal',
  load: ({ localConversationId }: { readonly localConversationId: string } & By) => ({
    renewal: conversations.renewalByLocalId({ localConversationId }),
  }),
  decide: ({ renewal }, { actor, now }): Decision<'stopped' | 'not_found'> =>
    stop(renewal, actor, now),
});

/** The same for a frame of a browser. */
export const stopRenewalFromBrowser = fromClient({
  name: 'stop renewal from browser',
  load: ({
    ref,
  }: {
    readonly ref: { readonly platform: string; readonly remote_conversation_id: string };
  } & By) => ({ renewal: conversations.renewal({ ref }) }),
  decide: ({ renewal }, { actor, now }): Decision<'stopped' | 'not_found'> =>
    stop(renewal, actor, now),
});

function stop(
  renewal: Renewal | null,
  actor: AuditEvent['actor'],
  now: number,
): { plan: Plan; outcome: 'stopped' | 'not_found' } {
  if (renewal === null) return { plan: plan({}), outcome: 'not_found' };
  if (renewal.status === 'stopped') return { plan: plan({}), outcome: 'stopped' };
  return { plan: stopped(renewal, 'person', now, actor), outcome: 'stopped' };
}

interface RunRenewalInput {
  readonly conversationKey: ConversationKey;
  readonly now: number;
  readonly maxAttempts: number;
  readonly jobId: string;
  readonly minuteOfDay: MinuteOfDay;
}

/** Sends a due turn, if the conversation is still auto and nothing is open in it. */
export const runRenewal = defineStep({
  name: 'run renewal',
  load: ({ conversationKey, now }: RunRenewalInput) => ({
    due: renewals.dueRenewal({ conversationKey, now }),
  }),
  decide({ due }, { now, maxAttempts, jobId, minuteOfDay }): Decision<null> {
    if (due === null) return { plan: plan({}), outcome: null };
    const { renewal, conversation, anchorId, isBusy } = due;
    const rests = conversation.mode === 'auto' && !isBusy && anchorId !== null;
    if (!rests) return { plan: withoutDueTurn(renewal, now), outcome: null };
    const { conversationKey } = renewal;
    const dueAt = afterQuietHours(renewal, now, (at) => minuteOfDay(renewal.timeZone, at));
    const turnsUsed = renewal.turnsUsed + 1;
    const later = plan({ changes: [update(RENEWALS, renewal, { dueAt, updatedAt: now })] });
    if (dueAt > now) return { plan: later, outcome: null };
    const messageText = renewalMessage(renewal);
    const turn = newJob({
      jobId,
      conversationKey,
      assistantMessageId: conversation.latestAssistantMessageId,
      messageText,
      foreignText: messageText,
      origin: 'renewal',
      chain: [],
      dedupeKey: `renewal:${anchorId}`,
      maxAttempts,
      now,
      actor: 'conductor',
      detail: { turn: turnsUsed, max_turns: renewal.maxTurns },
    });
    const used = plan({
      changes: [update(RENEWALS, renewal, { turnsUsed, dueAt: null, updatedAt: now })],
    });
    return { plan: joinPlans(turn.plan, used), outcome: null };
  },
});
