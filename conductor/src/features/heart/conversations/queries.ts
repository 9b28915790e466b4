import type { Completeness } from '../../../../../shared/model/completeness.ts';
import type {
  ConversationKey,
  ConversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import type { WaitingFrame } from '../../../engine/plan.ts';
import type { Page, PageRequest } from '../../../engine/page-cursor.ts';
import type { QueryType } from '../../../engine/query.ts';
import type { Some } from '../../../engine/some.ts';
import type { ConversationMode } from './conversation.machine.ts';
import type { Conversation, ConversationAlias, MessageAnchor, Renewal, UserTurn } from './rows.ts';

/** Conversations by platform and the site's id; aliases count too. */
export interface Refs {
  readonly refs: readonly ConversationRef[];
}

interface ByLocalId {
  readonly localConversationId: string;
}

/** A conversation with what lists show of it. */
export interface ListedConversation {
  readonly conversation: Conversation;
  readonly labels: readonly string[];
  readonly openJobs: number;
  readonly openApprovals: number;
}

/** A conversation with all that its own page shows. */
export interface WholeConversation extends ListedConversation {
  /** The oldest first. */
  readonly aliases: readonly ConversationKey[];
  readonly renewal: Renewal | null;
  /** Address where a page of the conversation was seen last; null: not known. */
  readonly pageUrl: string | null;
}

/** A conversation to which another one may send. */
export interface ReachableConversation extends Pick<
  Conversation,
  'localConversationId' | 'platform' | 'title'
> {
  readonly mode: 'auto' | 'manual';
}

/** A reply of the assistant, or a turn of the person or of Baton. */
export interface Message {
  /** The id of the row; `messageId` is the site's id. */
  readonly id: string;
  readonly messageId: string;
  readonly author: 'assistant' | 'person' | 'baton';
  readonly rawText: string;
  /** Null: no reply. */
  readonly complete: Completeness | null;
  readonly jobId: string | null;
  readonly actions: number;
  readonly observedAt: number;
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
 * A page of a list, within a conversation where one is named: by our own id, its key, or an earlier key of it. Null: there
 * is no such conversation.
 */
export type ListWithin<Filters, Row> = QueryType<
  { readonly conversation?: string | undefined; readonly page: PageRequest } & Filters,
  Page<Row> | null
>;

/** A conversation with its renewal, if it has one. */
export interface WithRenewal {
  readonly conversation: Conversation;
  readonly renewal: Renewal | null;
}

/** The queries of this feature, by name. */
export interface ConversationsQueries {
  /** The key of the conversation that `id` names: our own id, its key, or an earlier key of it. */
  readonly conversationKey: QueryType<{ readonly id: string }, ConversationKey | null>;
  readonly wholeConversation: QueryType<{ readonly id: string }, WholeConversation | null>;
  /** Conversations, the most recently used first. */
  readonly listedConversations: QueryType<
    {
      readonly platform?: string | undefined;
      readonly mode?: ConversationMode | undefined;
      readonly label?: string | undefined;
      /** A part of the title; case does not matter. */
      readonly title?: string | undefined;
      readonly page: PageRequest;
    },
    Page<ListedConversation>
  >;
  /** Conversations to which another one may send, by words in title or id, the most recently used first. */
  readonly reachableConversations: QueryType<
    { readonly words: string | null; readonly limit: number },
    readonly ReachableConversation[]
  >;
  /** Replies and turns as one stream, the newest first. */
  readonly messages: QueryType<
    {
      readonly conversation: string;
      readonly page: PageRequest;
      /**
       * The site's id of the message around which the page is wanted. The result is null if there is no such message.
       */
      readonly place?: { readonly messageId: string; readonly newer: boolean } | undefined;
    },
    Page<Message> | null
  >;
  readonly message: QueryType<
    { readonly conversation: string; readonly messageId: string },
    Message | null
  >;
  /** Words in titles and messages, the newest first. */
  readonly search: ListWithin<
    { readonly words: string; readonly platform?: string | undefined },
    SearchHit
  >;
  /** The conversation of that key or alias. */
  readonly conversation: QueryType<{ readonly ref: ConversationRef }, Conversation | null>;
  readonly conversationByLocalId: QueryType<ByLocalId, Conversation | null>;
  /** Our ids of the conversations in which agents work that this one asked. */
  readonly workersAskedBy: QueryType<ByLocalId, readonly string[]>;
  /** All conversations that the refs name, each once, in their order. */
  readonly conversations: QueryType<Refs, readonly Conversation[]>;
  /** Aliases among the refs. */
  readonly aliases: QueryType<Refs, readonly ConversationAlias[]>;
  /** The conversations among them about which reports of the browser count. */
  readonly ties: QueryType<Refs & { readonly clientId: string }, readonly ConversationKey[]>;
  /** The number of aliases of each conversation that has any. */
  readonly aliasCounts: QueryType<Refs, ReadonlyMap<ConversationKey, number>>;
  readonly anchor: QueryType<Refs & { readonly assistantMessageId: string }, MessageAnchor | null>;
  readonly anchorById: QueryType<{ readonly anchorId: string }, MessageAnchor | null>;
  readonly renewal: QueryType<{ readonly ref: ConversationRef }, Renewal | null>;
  readonly renewalByLocalId: QueryType<ByLocalId, Renewal | null>;
  /** Conversations that "pause all" pauses: Baton acts or sends in them. */
  readonly pausable: QueryType<{ readonly limit: number }, readonly WithRenewal[]>;
  /** Conversations that "pause all" paused and whose mode nobody has set since. */
  readonly pausedByAll: QueryType<{ readonly limit: number }, readonly WithRenewal[]>;
  /** Draining conversations in which everything has ended. */
  readonly drained: QueryType<Some, readonly ConversationKey[]>;
  /** The conversation, if it is draining and everything has ended. */
  readonly drainedConversation: QueryType<
    { readonly conversationKey: ConversationKey },
    Conversation | null
  >;
  readonly userTurn: QueryType<Refs & { readonly userMessageId: string }, UserTurn | null>;
  /** Frames in outboxes that name the conversation or a job of it. */
  readonly framesAbout: QueryType<ByLocalId, readonly WaitingFrame[]>;
}

/** A conversation and where it can be opened. */
export interface Place {
  readonly conversation: Conversation;
  /** Address where a page of the conversation was seen last; null: not known. */
  readonly pageUrl: string | null;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends ConversationsQueries {}
}
