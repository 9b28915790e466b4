import type {
  ConversationKey,
  ConversationRef,
} from '../../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../../engine/query.ts';
import type { ListWithin } from '../../conversations/feature.ts';
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

export interface BindingsQueries {
  /** The chat that serves the session now; null: none does. */
  readonly bindingOfSession: QueryType<
    { readonly sessionKey: ConversationKey },
    ModelBinding | null
  >;
  /** How many chats took over from another one in that session since then. */
  readonly chatsRolledSince: QueryType<
    { readonly sessionKey: ConversationKey; readonly since: number },
    number
  >;
  /** The session that one of these conversations serves now; null: they serve none. */
  readonly bindingOfChat: QueryType<
    { readonly refs: readonly ConversationRef[] },
    ShownBinding | null
  >;
  readonly shownBinding: QueryType<{ readonly bindingId: string }, ShownBinding | null>;
  /** Bindings in force, the newest first; for one conversation: those of the chat or the session. */
  readonly shownBindings: ListWithin<unknown, ShownBinding>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends BindingsQueries {}
}
