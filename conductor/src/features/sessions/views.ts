import type { ResponseOf } from '../../../../shared/api/operations.ts';
import type { ChatSession } from './rows.ts';

type SessionView = ResponseOf<'listSessions'>['items'][number];

export function sessionView(session: ChatSession): SessionView {
  return {
    chat_session_id: session.chatSessionId,
    kind: session.kind,
    label: session.label,
    active_tab_id: session.activeTabId,
    taint: session.taint && { since: session.taint.since, origins: [...session.taint.origins] },
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    client_seen_at: session.clientSeenAt,
  };
}
