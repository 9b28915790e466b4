import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import {
  type ConversationKey,
  conversationKey,
} from '../../../../../shared/model/conversation-key.ts';
import { insert, type Plan, plan } from '../../../engine/plan.ts';
import type { Conversation } from '../../heart/conversations/feature.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { type AgentSession, AGENT_SESSIONS } from './rows.ts';
import type { RunMode } from './tool-packs.ts';
import { CONVERSATIONS } from '../../heart/conversations/rows.ts';
import { conversationChanged } from '../../heart/conversations/effects.ts';

export interface NewSession {
  readonly localConversationId: string;
  readonly definition: AgentDefinition;
  readonly modelRef: string;
  readonly runMode: RunMode;
  readonly title: string | null;
  readonly finalTimeoutMs: number;
  /** The call of another agent that asks for it; null: a person does. */
  readonly askedBy: {
    readonly conversationKey: ConversationKey;
    readonly instructionId: string;
  } | null;
  /** The surface, or the conversation, by which it was asked for. */
  readonly via: string;
  readonly now: number;
}

/** A conversation with an agent. Whoever asked for it did so by name, so that it may act: its mode is `auto`. */
export function newSession(asked: NewSession): Plan {
  const { localConversationId, definition, modelRef, runMode, title, askedBy, via, now } = asked;
  const { agentId } = definition;
  const ref = { platform: AGENT_PLATFORM, remote_conversation_id: localConversationId };
  const conversation: Conversation = {
    conversationKey: conversationKey(ref),
    platform: AGENT_PLATFORM,
    remoteConversationId: localConversationId,
    localConversationId,
    mode: 'auto',
    modeSetAt: now,
    pauseReason: null,
    title: agentId,
    customTitle: title,
    latestAssistantMessageId: null,
    latestObservedAt: null,
    latestUserTurnAt: null,
    accountKey: AGENT_PLATFORM,
    staleAnchors: 'rebase',
    finalTimeoutMs: asked.finalTimeoutMs,
    agentId,
    parentKey: askedBy?.conversationKey ?? null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const session: AgentSession = {
    conversationKey: conversation.conversationKey,
    agentId,
    definition,
    modelRef,
    runMode,
    parentInstructionId: askedBy?.instructionId ?? null,
    headMessageId: null,
    tokensIn: 0,
    tokensOut: 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  return plan({
    changes: [insert(CONVERSATIONS, conversation), insert(AGENT_SESSIONS, session)],
    events: [
      {
        type: 'agent_session.opened',
        subjectId: localConversationId,
        conversationKey: conversation.conversationKey,
        actor: askedBy === null ? 'person' : 'conductor',
        at: now,
        detail: { agent: agentId, model: modelRef, via },
      },
    ],
    effects: [conversationChanged({ conversationKey: conversation.conversationKey })],
  });
}
