import type {
  ConversationKey,
  ConversationRef,
} from '../../../../../../shared/model/conversation-key.ts';
import { query } from '../../../../engine/query.ts';
import { listWithin } from '../../conversations/queries.ts';

import type { ModelBinding } from './rows.ts';

/** A binding as it is shown. */
export interface ShownBinding {
  readonly binding: ModelBinding;
  readonly platform: string;
  /** Our ids of the chat and of the session. */
  readonly localConversationId: string;
  readonly sessionId: string;
  /** The agent of the session. */
  readonly agentId: string;
  /** Title that a person gave the session; null: none. */
  readonly sessionTitle: string | null;
}

/** The chat that serves the session now; null: none does. */
export const bindingOfSession = query<
  { readonly sessionKey: ConversationKey },
  ModelBinding | null
>('bindingOfSession');
/** How many chats took over from another one in that session since then. */
export const chatsRolledSince = query<
  { readonly sessionKey: ConversationKey; readonly since: number },
  number
>('chatsRolledSince');
/** The session that one of these conversations serves now; null: they serve none. */
export const bindingOfChat = query<
  { readonly refs: readonly ConversationRef[] },
  ShownBinding | null
>('bindingOfChat');

export const shownBinding = query<{ readonly bindingId: string }, ShownBinding | null>(
  'shownBinding',
);
/** Bindings in force, the newest first; for one conversation: those of the chat or the session. */
export const shownBindings = listWithin<unknown, ShownBinding>('shownBindings');
