import type { PageState } from '../../messages/page-messages.ts';
import type { View } from '../storage/row-store.ts';
import type { NamedConversation } from './conversation-ids.ts';
import { knownConversation } from './known-conversations.ts';

/** How Baton stands in the conversation of a page, in one word. `waits`: so many actions need the person. */
export type Chip =
  | { readonly stands: 'auto' | 'paused' }
  | { readonly stands: 'waits'; readonly count: number };

/** Null: nothing is to be said. In manual Baton does nothing. */
export function chipOf(view: View, page: PageState): Chip | null {
  const { platform, remote_conversation_id: id } = page;
  if (id === null) return null;
  const named: NamedConversation = { platform, remote_conversation_id: id };
  const known = knownConversation(view, named);
  if (known === null || known.state === null) return null;
  const count = known.state.approvals.length;
  if (count > 0) return { stands: 'waits', count };
  const mode = known.wanted?.mode ?? known.state.mode;
  return mode === 'manual' ? null : { stands: mode };
}
