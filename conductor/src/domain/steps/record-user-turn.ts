import type { FrameOf } from '../../../../shared/protocol/index.ts';
import { noteForeignActions } from '../foreign-actions.ts';
import { insert, joinPlans, plan, update } from '../plan.ts';
import { withoutDueTurn } from '../renewal-changes.ts';
import { refsOf, resolveConversation, type Sighting } from '../resolve-conversation.ts';
import { saidOtherwise, seenAt } from '../seen-at.ts';
import type { Asks } from '../step.ts';
import { fromClient } from './from-client.ts';

export interface UserTurnInput {
  readonly frame: FrameOf<'browser.user_turn'>;
  readonly clientId: string;
  readonly turnId: string;
  readonly localConversationId: string;
  readonly finalTimeoutMs: number;
  readonly now: number;
}

/**
 * The person sent something by hand: a turn of the conversation, which has moved on with it. Until its reply is final
 * nothing of Baton's goes between (steps/dispatch-deliveries.ts).
 */
export const recordUserTurn = fromClient<
  UserTurnInput,
  {
    readonly known: Asks<'conversations'>;
    readonly aliases: Asks<'aliases'>;
    readonly turn: Asks<'userTurn'>;
    readonly renewal: Asks<'renewal'>;
    readonly client: Asks<'client'>;
  },
  null
>({
  name: 'record user turn',
  load: (input) => {
    const refs = refsOf(sightingOf(input));
    const userMessageId = input.frame.user_message_id;
    return {
      known: { ask: 'conversations', refs },
      aliases: { ask: 'aliases', refs },
      turn: { ask: 'userTurn', refs, userMessageId },
      renewal: { ask: 'renewal', ref: input.frame },
      client: { ask: 'client', clientId: input.clientId },
    };
  },
  decide({ known, aliases, turn, renewal, client }, input) {
    const { frame, clientId, turnId, now } = input;
    const { conversation, plan: resolved } = resolveConversation(sightingOf(input), known, aliases);
    if (turn !== null) return { plan: resolved, outcome: null };
    const { conversationKey } = conversation;
    const observedAt = seenAt(frame.observed_at, client?.createdAt ?? 0, now);
    const latest = Math.max(conversation.latestUserTurnAt ?? 0, observedAt);
    return {
      plan: joinPlans(
        resolved,
        plan({
          changes: [
            insert('userTurns', {
              turnId,
              conversationKey,
              userMessageId: frame.user_message_id,
              rawText: frame.raw_text,
              author: 'person',
              jobId: null,
              observedAt,
              version: 1,
            }),
            update('conversations', conversation, { latestUserTurnAt: latest, updatedAt: now }),
          ],
          events: [
            {
              type: 'user_turn.observed',
              subjectId: turnId,
              conversationKey,
              actor: `client:${clientId}`,
              at: now,
              detail: {
                user_message_id: frame.user_message_id,
                ...saidOtherwise(frame.observed_at, observedAt),
              },
            },
          ],
          effects: [{ kind: 'conversation_changed', conversationKey }],
        }),
        noteForeignActions({
          conversationKey,
          text: frame.raw_text,
          source: 'turn',
          sourceId: turnId,
          now,
        }),
        known.length === 1 ? withoutDueTurn(renewal, now) : plan({}),
      ),
      outcome: null,
    };
  },
});

function sightingOf({ frame, now, localConversationId, finalTimeoutMs }: UserTurnInput): Sighting {
  return { ref: frame, aliases: frame.aliases, now, localConversationId, finalTimeoutMs };
}
