import type { VNode } from 'preact';
import { useRoute } from 'preact-iso/router';

import { ConversationList } from './conversation-list.tsx';
import { ConversationPage } from './conversation-page.tsx';
import './conversations.css';

/** All chats that Baton knows, or one of them. */
export function Conversations(): VNode {
  const { id } = useRoute().params;
  return id === undefined ? <ConversationList /> : <ConversationPage key={id} id={id} />;
}
