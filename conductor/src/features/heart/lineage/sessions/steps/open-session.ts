import type { ConversationKey } from '../../../../../../../shared/model/conversation-key.ts';
import { insert, plan } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { type ChatSession, CHAT_SESSIONS } from '../rows.ts';
import * as sessions from '../queries.ts';

interface OpenSessionInput {
  readonly conversationKey: ConversationKey;
  readonly now: number;
}

/** The session of a conversation, made when something of it first acts on a resource. Null: the conversation is gone. */
export const openSession = defineStep({
  name: 'open session',
  load: ({ conversationKey }: OpenSessionInput) => ({
    found: sessions.sessionOfConversation({ conversationKey }),
  }),
  decide({ found }, { conversationKey, now }): Decision<ChatSession | null> {
    if (found === null || found.session !== null)
      return { plan: plan({}), outcome: found?.session ?? null };
    const session = newSession({
      chatSessionId: found.chatSessionId,
      kind: 'conversation',
      conversationKey,
      label: '',
      clientSeenAt: null,
      now,
    });
    return { plan: plan({ changes: [insert(CHAT_SESSIONS, session)] }), outcome: session };
  },
});

interface OpenClientSessionInput {
  readonly chatSessionId: string;
  readonly label: string;
  readonly via: string;
  readonly now: number;
}

/** A program begins a session of its own. One of an MCP client lasts as long as that is there. */
export const openClientSession = defineStep({
  name: 'open client session',
  load: () => ({}),
  decide(_rows, { chatSessionId, label, via, now }: OpenClientSessionInput): Decision<ChatSession> {
    const session = newSession({
      chatSessionId,
      kind: 'client',
      conversationKey: null,
      label,
      clientSeenAt: via === 'mcp' ? now : null,
      now,
    });
    return {
      plan: plan({
        changes: [insert(CHAT_SESSIONS, session)],
        events: [
          {
            type: 'session.opened',
            subjectId: chatSessionId,
            conversationKey: null,
            actor: 'person',
            at: now,
            detail: { label, via },
          },
        ],
      }),
      outcome: session,
    };
  },
});

export function newSession(
  parts: Pick<
    ChatSession,
    'chatSessionId' | 'kind' | 'conversationKey' | 'label' | 'clientSeenAt'
  > & {
    readonly now: number;
  },
): ChatSession {
  const { now, ...rest } = parts;
  return {
    ...rest,
    activeTabId: null,
    nextIndex: 0,
    taint: null,
    seen: null,
    createdAt: now,
    lastUsedAt: now,
    version: 1,
  };
}
