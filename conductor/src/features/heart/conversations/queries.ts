import type {
  ConversationKey,
  ConversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import type { Page, PageRequest } from '../../../engine/page-cursor.ts';
import { query, type QueryHandle } from '../../../engine/query.ts';
import type { Conversation, ConversationAlias, MessageAnchor, Renewal, UserTurn } from './rows.ts';

/** Conversations by platform and the site's id; aliases count too. */
export interface Refs {
  readonly refs: readonly ConversationRef[];
}

interface ByLocalId {
  readonly localConversationId: string;
}

/** A conversation to which another one may send. */
export interface ReachableConversation extends Pick<
  Conversation,
  'localConversationId' | 'platform' | 'title'
> {
  readonly mode: 'auto' | 'manual';
}

/** A title or message in which the words stand. */
export interface SearchHit {
  /** Rises as texts are observed. */
  readonly id: number;
  readonly localConversationId: string;
  readonly platform: string;
  readonly title: string | null;
  readonly kind: 'assistant' | 'user' | 'title';
  readonly messageId: string | null;
  readonly excerpt: string;
  readonly at: number;
}

/**
 * Declares a query for a page of a list, within a conversation where one is named: by our own id, its key, or an earlier
 * key of it. Null: there is no such conversation.
 */
export function listWithin<Filters, Row>(
  id: string,
): QueryHandle<
  { readonly conversation?: string | undefined; readonly page: PageRequest } & Filters,
  Page<Row> | null
> {
  return query(id);
}

/** A conversation with its renewal, if it has one. */
export interface WithRenewal {
  readonly conversation: Conversation;
  readonly renewal: Renewal | null;
}

/** The key of the conversation that `id` names: our own id, its key, or an earlier key of it. */
export const conversationKey = query<{ readonly id: string }, ConversationKey | null>(
  'conversationKey',
);

/** Conversations to which another one may send, by words in title or id, the most recently used first. */
export const reachableConversations = query<
  { readonly words: string | null; readonly limit: number },
  readonly ReachableConversation[]
>('reachableConversations');

/** Words in titles and messages, the newest first. */
export const search = listWithin<
  { readonly words: string; readonly platform?: string | undefined },
  SearchHit
>('search');
/** The conversation of that key or alias. */
export const conversation = query<{ readonly ref: ConversationRef }, Conversation | null>(
  'conversation',
);

export const conversationByLocalId = query<ByLocalId, Conversation | null>('conversationByLocalId');
/** Our ids of the conversations in which agents work that this one asked. */
export const workersAskedBy = query<ByLocalId, readonly string[]>('workersAskedBy');
/** All conversations that the refs name, each once, in their order. */
export const conversations = query<Refs, readonly Conversation[]>('conversations');
/** Aliases among the refs. */
export const aliases = query<Refs, readonly ConversationAlias[]>('aliases');
/** The conversations among them about which reports of the browser count. */
export const ties = query<Refs & { readonly clientId: string }, readonly ConversationKey[]>('ties');
/** The number of aliases of each conversation that has any. */
export const aliasCounts = query<Refs, ReadonlyMap<ConversationKey, number>>('aliasCounts');

export const anchor = query<Refs & { readonly assistantMessageId: string }, MessageAnchor | null>(
  'anchor',
);

export const renewal = query<{ readonly ref: ConversationRef }, Renewal | null>('renewal');

export const renewalByLocalId = query<ByLocalId, Renewal | null>('renewalByLocalId');
/** Conversations that "pause all" pauses: Baton acts or sends in them. */
export const pausable = query<{ readonly limit: number }, readonly WithRenewal[]>('pausable');
/** Conversations that "pause all" paused and whose mode nobody has set since. */
export const pausedByAll = query<{ readonly limit: number }, readonly WithRenewal[]>('pausedByAll');

export const userTurn = query<Refs & { readonly userMessageId: string }, UserTurn | null>(
  'userTurn',
);

/** A conversation and where it can be opened. */
export interface Place {
  readonly conversation: Conversation;
  /** Address where a page of the conversation was seen last; null: not known. */
  readonly pageUrl: string | null;
}

export {
  drained,
  drainedConversation,
  framesAbout,
  listedConversations,
  message,
  messages,
  wholeConversation,
} from './asks.ts';
export type { ListedConversation, Message } from './asks.ts';
