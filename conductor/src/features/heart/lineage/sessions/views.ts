import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import type { ChatSession, DataKind, SeenData } from './rows.ts';

type SessionView = ResponseOf<'listSessions'>['items'][number];

export function sessionView(session: ChatSession): SessionView {
  return {
    chat_session_id: session.chatSessionId,
    kind: session.kind,
    label: session.label,
    active_tab_id: session.activeTabId,
    taint: session.taint && { since: session.taint.since, origins: [...session.taint.origins] },
    seen: {
      untrusted: seenView(session.seen?.untrusted),
      private: seenView(session.seen?.private),
    },
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    client_seen_at: session.clientSeenAt,
  };
}

function seenView(seen: SeenData[DataKind]): SessionView['seen']['private'] {
  return seen === undefined ? null : { since: seen.since, from: [...seen.from] };
}
