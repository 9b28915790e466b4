import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import { type AuditEvent, joinPlans, type Plan, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import {
  type ConversationEvent,
  type ConversationMode,
  conversationTable,
} from '../conversation.machine.ts';
import { withoutDueTurn } from '../renewal-changes.ts';
import { type Conversation, type Renewal, CONVERSATIONS, RENEWALS } from '../rows.ts';
import * as conversations from '../queries.ts';
import { conversationChanged, conversationModeSet } from '../effects.ts';

const EVENT_FOR: Readonly<Record<ConversationMode, ConversationEvent>> = {
  auto: { type: 'SET_AUTO' },
  manual: { type: 'SET_MANUAL' },
  paused: { type: 'PAUSE' },
  draining: { type: 'DRAIN' },
};

/** The mode that somebody chose. `reason` is kept for a pause and a drain only. */
export interface ModeChange {
  readonly mode: ConversationMode;
  readonly reason: string | null;
  readonly actor: AuditEvent['actor'];
  readonly now: number;
}

/** `same`: the conversation had the mode already. */
export type ModeOutcome = 'set' | 'same' | 'not_found' | 'invalid_transition';

/** A person chose the mode by our own id of the conversation. */
export const setConversationMode = defineStep({
  name: 'set conversation mode',
  load: ({ localConversationId }: ModeChange & { readonly localConversationId: string }) => ({
    conversation: conversations.conversationByLocalId({ localConversationId }),
    renewal: conversations.renewalByLocalId({ localConversationId }),
  }),
  decide: (rows, request): Decision<ModeOutcome> => setMode(rows, request),
});

/** The person chose it in a browser's popup. */
export const setModeFromBrowser = fromClient({
  name: 'set mode from browser',
  load: ({ frame }: ModeChange & { readonly frame: FrameOf<'conversation.set_mode'> }) => ({
    conversation: conversations.conversation({ ref: frame }),
    renewal: conversations.renewal({ ref: frame }),
  }),
  decide: (rows, request): Decision<ModeOutcome> => setMode(rows, request),
});

interface Rows {
  readonly conversation: Conversation | null;
  readonly renewal: Renewal | null;
}

/** The plan that sets a mode, for steps that have the rows already. */
export function setMode(
  { conversation, renewal }: Rows,
  request: ModeChange,
): { plan: Plan; outcome: ModeOutcome } {
  if (conversation === null) return { plan: plan({}), outcome: 'not_found' };
  const { conversationKey } = conversation;
  const changed = conversationChanged({ conversationKey });
  if (conversation.mode === request.mode)
    return { plan: plan({ effects: [changed] }), outcome: 'same' };
  const event = EVENT_FOR[request.mode];
  if (!conversationTable.can(conversation.mode, event))
    return { plan: plan({}), outcome: 'invalid_transition' };
  const set = plan({
    changes: [
      update(CONVERSATIONS, conversation, {
        mode: conversationTable.next(conversation.mode, event),
        modeSetAt: request.now,
        pauseReason:
          request.mode === 'paused' || request.mode === 'draining' ? request.reason : null,
        updatedAt: request.now,
      }),
    ],
    events: [
      {
        type: 'conversation.mode_set',
        subjectId: conversation.localConversationId,
        conversationKey,
        actor: request.actor,
        at: request.now,
        detail: { from: conversation.mode, to: request.mode, reason: request.reason },
      },
    ],
    effects: [changed, conversationModeSet({ conversationKey })],
  });
  return { plan: joinPlans(set, replanned(renewal, conversation, request)), outcome: 'set' };
}

/** A turn that was planned before belongs to the mode before; in auto an active renewal continues from where it stands. */
function replanned(renewal: Renewal | null, conversation: Conversation, request: ModeChange): Plan {
  const continues = request.mode === 'auto' && conversation.latestAssistantMessageId !== null;
  if (renewal?.status !== 'active' || !continues) return withoutDueTurn(renewal, request.now);
  const dueAt = request.now + renewal.spacingMs;
  return plan({ changes: [update(RENEWALS, renewal, { dueAt, updatedAt: request.now })] });
}
