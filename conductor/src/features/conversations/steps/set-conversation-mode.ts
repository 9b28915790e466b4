import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import { type AuditEvent, joinPlans, type Plan, plan, update } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import { fromClient } from '../../browsers/feature.ts';
import {
  type ConversationEvent,
  type ConversationMode,
  conversationTable,
} from '../conversation.machine.ts';
import { withoutDueTurn } from '../renewal-changes.ts';
import type { Conversation, Renewal } from '../rows.ts';

const EVENT_FOR: Readonly<Record<ConversationMode, ConversationEvent>> = {
  auto: { type: 'SET_AUTO' },
  manual: { type: 'SET_MANUAL' },
  paused: { type: 'PAUSE' },
  draining: { type: 'DRAIN' },
};

export interface ModeWish {
  readonly mode: ConversationMode;
  readonly reason: string | null;
  readonly actor: AuditEvent['actor'];
  readonly now: number;
}

export type ModeOutcome = 'set' | 'same' | 'not_found' | 'invalid_transition';

/** A person chose the mode by our own id of the conversation. */
export const setConversationMode = defineStep({
  name: 'set conversation mode',
  load: ({ localConversationId }: ModeWish & { readonly localConversationId: string }) => ({
    conversation: { query: 'conversationByLocalId', localConversationId },
    renewal: { query: 'renewalByLocalId', localConversationId },
  }),
  decide: (rows, wish): Decision<ModeOutcome> => setMode(rows, wish),
});

/** The person chose it in a browser's popup. */
export const setModeFromBrowser = fromClient({
  name: 'set mode from browser',
  load: ({ frame }: ModeWish & { readonly frame: FrameOf<'conversation.set_mode'> }) => ({
    conversation: { query: 'conversation', ref: frame },
    renewal: { query: 'renewal', ref: frame },
  }),
  decide: (rows, wish): Decision<ModeOutcome> => setMode(rows, wish),
});

interface Rows {
  readonly conversation: Conversation | null;
  readonly renewal: Renewal | null;
}

export function setMode(
  { conversation, renewal }: Rows,
  wish: ModeWish,
): { plan: Plan; outcome: ModeOutcome } {
  if (conversation === null) return { plan: plan({}), outcome: 'not_found' };
  const { conversationKey } = conversation;
  const changed = { kind: 'conversation_changed', conversationKey } as const;
  if (conversation.mode === wish.mode)
    return { plan: plan({ effects: [changed] }), outcome: 'same' };
  const event = EVENT_FOR[wish.mode];
  if (!conversationTable.can(conversation.mode, event))
    return { plan: plan({}), outcome: 'invalid_transition' };
  const set = plan({
    changes: [
      update('conversations', conversation, {
        mode: conversationTable.next(conversation.mode, event),
        modeSetAt: wish.now,
        pauseReason: wish.mode === 'paused' || wish.mode === 'draining' ? wish.reason : null,
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
  });
  return { plan: joinPlans(set, replanned(renewal, conversation, wish)), outcome: 'set' };
}

/** A turn that was planned before belongs to the mode before; in auto an active renewal goes on from where it stands. */
function replanned(renewal: Renewal | null, conversation: Conversation, wish: ModeWish): Plan {
  const goesOn = wish.mode === 'auto' && conversation.latestAssistantMessageId !== null;
  if (renewal?.status !== 'active' || !goesOn) return withoutDueTurn(renewal, wish.now);
  const dueAt = wish.now + renewal.spacingMs;
  return plan({ changes: [update('renewals', renewal, { dueAt, updatedAt: wish.now })] });
}
