import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import type { AuditEventView } from '../api/live.ts';
import { useWorld } from '../store/world.ts';
import { word } from '../words/word.ts';

/** Says that an action waits while nobody looks at the page: its name and its chat, never what it would do. */
export function Notifier(): null {
  const { live, ask } = useWorld();
  const { route } = useLocation();

  useEffect(() => {
    async function tell({ local_conversation_id: id, ...event }: AuditEventView): Promise<void> {
      const found = id === null ? null : await ask('getConversation', { params: { id } });
      const action = event.detail['action'];
      const shown = new Notification(word('notify_waits'), {
        body: [
          typeof action === 'string' ? action : word('action_unread'),
          found?.ok === true ? (found.value.title ?? word('untitled')) : null,
        ]
          .filter((line) => line !== null)
          .join('\n'),
        icon: '/icon.png',
        // Of several tabs one is seen.
        tag: event.subject_id,
      });
      shown.addEventListener('click', () => {
        window.focus();
        route(`/approvals/${encodeURIComponent(event.subject_id)}`);
        shown.close();
      });
    }
    return live.on((news) => {
      if (news.kind !== 'trail' || news.event.type !== 'approval.opened') return;
      if (document.hasFocus() || Notification.permission !== 'granted') return;
      void tell(news.event);
    });
  }, [live, ask, route]);
  return null;
}
