import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import { insert, joinPlans, plan, update } from '../../../../engine/plan.ts';
import type { Refusal } from '../../../../engine/refusal.ts';
import type { Decision } from '../../../../engine/step.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import { noteForeignWords } from '../foreign-words.ts';
import { withoutDueTurn } from '../renewal-changes.ts';
import { type DefaultModes, refsOf, type Sighting } from '../resolve-conversation.ts';
import { saidOtherwise, seenAt } from '../seen-at.ts';
import { askStanding, resolveFor, type Witness } from '../standing.ts';
import * as asks from '../asks.ts';
import * as conversations from '../queries.ts';
import * as browsers from '../../../ground/browsers/queries.ts';
import { USER_TURNS, CONVERSATIONS } from '../rows.ts';
import { conversationChanged } from '../effects.ts';

export interface UserTurnInput extends Witness {
  readonly frame: FrameOf<'browser.user_turn'>;
  readonly turnId: string;
  readonly localConversationId: string;
  readonly finalTimeoutMs: number;
  readonly defaultModes: DefaultModes;
  readonly now: number;
}

/**
 * The person sent something by hand: a turn of the conversation, which has moved on with it. Until its reply is final
 * nothing of Baton's goes between (steps/dispatch-deliveries.ts). What a browser tells of a conversation that it has
 * nothing to do with holds nothing back; it is kept, so that an action that repeats it asks first, unless another
 * browser serves the conversation and tells of its turns.
 */
export const recordUserTurn = fromClient({
  name: 'record user turn',
  load: (input: UserTurnInput) => {
    const refs = refsOf(sightingOf(input));
    const userMessageId = input.frame.user_message_id;
    return {
      ...askStanding([sightingOf(input)], input.clientId),
      inFlight: asks.heldJobs({ refs }),
      turn: conversations.userTurn({ refs, userMessageId }),
      renewal: conversations.renewal({ ref: input.frame }),
      client: browsers.client({ clientId: input.clientId }),
    };
  },
  decide({ turn, renewal, client, ...loaded }, input): Decision<readonly Refusal[]> {
    const { frame, clientId, turnId, now } = input;
    const told = resolveFor(input, sightingOf(input), loaded);
    const { conversation, plan: resolved, isMine, isServedByAnother, rows } = told;
    const refusals = [...told.refusals, ...(isMine ? [] : [NOT_REPORTED])];
    const isOfIt = (row: { readonly conversationKey: string }): boolean =>
      rows.some((one) => one.conversationKey === row.conversationKey);
    const isKnown = turn !== null && isOfIt(turn);
    // guard: turn-of-server
    if (isKnown || (!isMine && isServedByAnother)) return { plan: resolved, outcome: refusals };
    const { conversationKey } = conversation;
    const observedAt = seenAt(frame.observed_at, client?.createdAt ?? 0, now);
    const latest = Math.max(conversation.latestUserTurnAt ?? 0, observedAt);
    const kept = plan({
      changes: [
        insert(USER_TURNS, {
          turnId,
          conversationKey,
          userMessageId: frame.user_message_id,
          rawText: frame.raw_text,
          author: 'person',
          jobId: null,
          observedAt,
          version: 1,
        }),
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
      effects: [conversationChanged({ conversationKey })],
    });
    const words = noteForeignWords({
      conversationKey,
      text: frame.raw_text,
      source: 'turn', // guard: quoted-turns
      sourceId: turnId,
      now,
    });
    // guard: turn-reported
    if (!isMine) return { plan: joinPlans(resolved, kept, words), outcome: refusals };
    const set = { latestUserTurnAt: latest, updatedAt: now };
    return {
      plan: joinPlans(
        resolved,
        kept,
        words,
        plan({ changes: [update(CONVERSATIONS, conversation, set)] }),
        // In a merge the row may be moved by it.
        rows.length === 1 && renewal !== null && isOfIt(renewal)
          ? withoutDueTurn(renewal, now)
          : plan({}),
      ),
      outcome: refusals,
    };
  },
});

const NOT_REPORTED: Refusal = {
  code: 'not_held',
  path: 'remote_conversation_id',
  message: 'This browser has not reported the conversation: its turns hold nothing back.',
};

function sightingOf(input: UserTurnInput): Sighting {
  const { frame, now, localConversationId, finalTimeoutMs, defaultModes } = input;
  const { aliases, by_hand: byHand = false } = frame;
  return { ref: frame, aliases, byHand, now, localConversationId, finalTimeoutMs, defaultModes };
}
