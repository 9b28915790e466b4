import type { FrameOf } from '../../../../shared/protocol/index.ts';
import {
  conversationTable,
  type ConversationEvent,
  type ConversationMode,
} from '../conversation.machine.ts';
import { type AuditEvent, plan, type Plan, update } from '../plan.ts';
import type { Conversation } from '../rows.ts';
import type { Asks, Step } from '../step.ts';
import { fromClient } from './from-client.ts';

const EVENT_FOR: Readonly<Record<ConversationMode, ConversationEvent>> = {
  auto: { type: 'SET_AUTO' },
  manual: { type: 'SET_MANUAL' },
  paused: { type: 'PAUSE' },
  draining: { type: 'DRAIN' },
};

interface ModeWish {
  readonly mode: ConversationMode;
  readonly reason: string | null;
  readonly actor: AuditEvent['actor'];
  readonly now: number;
}

type Outcome = 'set' | 'same' | 'not_found' | 'invalid_transition';

/** A person chose the mode by our own id of the conversation. */
export const setConversationMode: Step<
  ModeWish & { readonly localConversationId: string },
  { readonly conversation: Asks<'conversationByLocalId'> },
  Outcome
> = {
  name: 'set conversation mode',
  load: ({ localConversationId }) => ({
    conversation: { ask: 'conversationByLocalId', localConversationId },
  }),
  decide: ({ conversation }, wish) => setMode(conversation, wish),
};

/** The person chose it in a browser's popup. */
export const setModeFromBrowser = fromClient<
  ModeWish & { readonly frame: FrameOf<'conversation.set_mode'> },
  { readonly conversation: Asks<'conversation'> },
  Outcome
>({
  name: 'set mode from browser',
  load: ({ frame }) => ({ conversation: { ask: 'conversation', ref: frame } }),
  decide: ({ conversation }, wish) => setMode(conversation, wish),
});

function setMode(
  conversation: Conversation | null,
  wish: ModeWish,
): { plan: Plan; outcome: Outcome } {
  if (conversation === null) return { plan: plan({}), outcome: 'not_found' };
  const { conversationKey } = conversation;
  const changed = { kind: 'conversation_changed', conversationKey } as const;
  if (conversation.mode === wish.mode)
    return { plan: plan({ effects: [changed] }), outcome: 'same' };
  const event = EVENT_FOR[wish.mode];
  if (!conversationTable.can(conversation.mode, event))
    return { plan: plan({}), outcome: 'invalid_transition' };
  return {
    plan: plan({
      changes: [
        update('conversations', conversation, {
          mode: conversationTable.next(conversation.mode, event),
          modeSetAt: wish.now,
          pauseReason: wish.mode === 'paused' ? wish.reason : null,
          updatedAt: wish.now,
        }),
      ],
      events: [
        {
          type: 'conversation.mode_set',
          subjectId: conversation.localConversationId,
          conversationKey,
          actor: wish.actor,
          at: wish.now,
          detail: { from: conversation.mode, to: wish.mode, reason: wish.reason },
        },
      ],
      effects: [changed, { kind: 'dispatch' }],
    }),
    outcome: 'set',
  };
}
