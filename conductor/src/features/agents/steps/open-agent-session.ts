import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { conversationKey } from '../../../../../shared/model/conversation-key.ts';
import { insert, plan } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import type { Conversation } from '../../conversations/feature.ts';
import type { AgentDefinition } from '../agent-definition.ts';
import type { AgentSession } from '../rows.ts';
import type { RunMode } from '../tool-packs.ts';

export interface OpenAgentSessionInput {
  readonly localConversationId: string;
  readonly definition: AgentDefinition;
  readonly modelRef: string;
  readonly runMode: RunMode;
  readonly title: string | null;
  readonly finalTimeoutMs: number;
  readonly via: string;
  readonly now: number;
}

/**
 * A conversation with an agent begins. A person asked for it by name, so that it may act: its mode is `auto`. One that is
 * there by that id stays as it is; `taken`: it is no agent's.
 */
export const openAgentSession = defineStep({
  name: 'open agent session',
  load: ({ localConversationId }: OpenAgentSessionInput) => ({
    known: { query: 'agentSession', localConversationId },
    other: { query: 'conversationByLocalId', localConversationId },
  }),
  decide({ known, other }, input): Decision<'open' | 'taken'> {
    if (known !== null) return { plan: plan({}), outcome: 'open' };
    if (other !== null) return { plan: plan({}), outcome: 'taken' };
    const { localConversationId, definition, modelRef, runMode, title, finalTimeoutMs, via, now } =
      input;
    const ref = { platform: AGENT_PLATFORM, remote_conversation_id: localConversationId };
    const conversation: Conversation = {
      conversationKey: conversationKey(ref),
      platform: AGENT_PLATFORM,
      remoteConversationId: localConversationId,
      localConversationId,
      mode: 'auto',
      modeSetAt: now,
      pauseReason: null,
      title: definition.agentId,
      customTitle: title,
      latestAssistantMessageId: null,
      latestObservedAt: null,
      latestUserTurnAt: null,
      accountKey: AGENT_PLATFORM,
      staleAnchors: 'rebase',
      finalTimeoutMs,
      agentId: definition.agentId,
      parentKey: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    const session: AgentSession = {
      conversationKey: conversation.conversationKey,
      agentId: definition.agentId,
      definition,
      modelRef,
      runMode,
      parentInstructionId: null,
      headMessageId: null,
      tokensIn: 0,
      tokensOut: 0,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    return {
      plan: plan({
        changes: [insert('conversations', conversation), insert('agentSessions', session)],
        events: [
          {
            type: 'agent_session.opened',
            subjectId: localConversationId,
            conversationKey: conversation.conversationKey,
            actor: 'person',
            at: now,
            detail: { agent: definition.agentId, model: modelRef, via },
          },
        ],
        effects: [{ kind: 'conversation_changed', conversationKey: conversation.conversationKey }],
      }),
      outcome: 'open',
    };
  },
});
