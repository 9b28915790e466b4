import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import { joinPlans, plan, type Plan } from '../../../../engine/plan.ts';
import type { Refusal } from '../../../../engine/refusal.ts';
import type { Decision } from '../../../../engine/step.ts';
import {
  type DeliverySettings,
  consentTo,
  findActions,
  instructionsOf,
  instructReply,
  placesShownWhole,
} from '../../actions/feature.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import { mayAct } from '../../conversations/feature.ts';
import * as conversations from '../../conversations/queries.ts';
import * as replies from '../queries.ts';
import { conversationChanged } from '../../conversations/effects.ts';

interface RunInput extends DeliverySettings {
  readonly frame: FrameOf<'reply.run'>;
  readonly clientId: string;
}

/**
 * The person lets the actions of the newest reply run, which came while the conversation was not `auto`. What the popup
 * showed them whole they have said yes to; the rest is judged as if the reply came now.
 */
export const runHeldReply = fromClient({
  name: 'run held reply',
  load: ({ frame }: RunInput) => ({
    conversation: conversations.conversation({ ref: frame }),
    held: replies.heldReply({ ref: frame }),
  }),
  decide({ conversation, held }, input): Decision<readonly Refusal[]> {
    if (conversation === null) return { plan: plan({}), outcome: [NOT_HELD] };
    const { conversationKey } = conversation;
    // Also where nothing comes of it: the popup shows what is no more.
    const shown = plan({ effects: [conversationChanged({ conversationKey })] });
    if (held?.assistantMessageId !== input.frame.assistant_message_id)
      return { plan: shown, outcome: [NOT_HELD] };
    // guard: held-for-auto
    if (!mayAct(conversation.mode)) return { plan: shown, outcome: [NOT_AUTO] };
    const actor = `client:${input.clientId}` as const;
    const found = { ...input, actor, actions: findActions(held.rawText) };
    const places = placesShownWhole(held);
    const consents: Plan[] = instructionsOf(held, found)
      .filter(({ position }) => places.includes(position))
      .map((row) => consentTo(row, input.now));
    return { plan: joinPlans(instructReply(held, found), ...consents, shown), outcome: [] };
  },
});

const NOT_HELD: Refusal = {
  code: 'anchor_stale',
  path: 'assistant_message_id',
  message: 'It is not the newest reply any more, or its actions were taken up already.',
};

const NOT_AUTO: Refusal = {
  code: 'conversation_manual',
  path: 'remote_conversation_id',
  message: 'The conversation is not in auto: replies do not act in it.',
};
