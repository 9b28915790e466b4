import type { Completeness } from '../../../../../shared/model/completeness.ts';
import type {
  ConversationKey,
  ConversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import type { Page, PageRequest } from '../../../engine/page-cursor.ts';
import type { WaitingFrame } from '../../../engine/plan.ts';
import type { Some } from '../../../engine/some.ts';
import { query } from '../../../engine/query.ts';
import type { ConversationMode } from './conversation.machine.ts';
import type { Conversation, Renewal } from './rows.ts';

/** Job under way in a conversation. */
export interface HeldJob {
  readonly conversationKey: ConversationKey;
  /** Browser that holds it; null: none does. */
  readonly clientId: string | null;
}

/** An account on a site, as a conversation shows it. Times are epoch ms. */
export interface ShownAccount {
  readonly accountKey: string;
  readonly platform: string;
  readonly nextSendAt: number;
  /** Null: the site named no limit. */
  readonly parkedUntil: number | null;
  readonly parkReason: string | null;
  readonly recentSends: readonly number[];
}

/** Dispatched jobs of the conversation, with the browsers that hold them. */
export const dispatchedOf = query<
  { readonly localConversationId: string },
  readonly { readonly jobId: string; readonly clientId: string | null }[]
>('dispatchedOf');
/** The account of the conversation that `id` names; null before its first message. */
export const accountOfConversation = query<{ readonly id: string }, ShownAccount | null>(
  'accountOfConversation',
);
/** Ids of actions of the conversation that run now. */
export const runningOf = query<{ readonly localConversationId: string }, readonly string[]>(
  'runningOf',
);
/** Open resources of a conversation's session, with the executors that hold them. */
export const heldResources = query<
  { readonly localConversationId: string },
  readonly { readonly executorId: string; readonly resourceId: string }[]
>('heldResources');
/** Dispatched or acked jobs of the conversations. */
export const heldJobs = query<{ readonly refs: readonly ConversationRef[] }, readonly HeldJob[]>(
  'heldJobs',
);

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

export const wholeConversation = query<{ readonly id: string }, WholeConversation | null>(
  'wholeConversation',
);
/** Conversations, the most recently used first. */
export const listedConversations = query<
  {
    readonly platform?: string | undefined;
    readonly mode?: ConversationMode | undefined;
    readonly label?: string | undefined;
    /** A part of the title; case does not matter. */
    readonly title?: string | undefined;
    readonly page: PageRequest;
  },
  Page<ListedConversation>
>('listedConversations');
/** Replies and turns as one stream, the newest first. */
export const messages = query<
  {
    readonly conversation: string;
    readonly page: PageRequest;
    /**
     * The site's id of the message around which the page is wanted. The result is null if there is no such message.
     */
    readonly place?: { readonly messageId: string; readonly newer: boolean } | undefined;
  },
  Page<Message> | null
>('messages');
export const message = query<
  { readonly conversation: string; readonly messageId: string },
  Message | null
>('message');
/** Draining conversations in which everything has ended. */
export const drained = query<Some, readonly ConversationKey[]>('drained');
/** The conversation, if it is draining and everything has ended. */
export const drainedConversation = query<
  { readonly conversationKey: ConversationKey },
  Conversation | null
>('drainedConversation');
/** Frames in outboxes that name the conversation or a job of it. */
export const framesAbout = query<{ readonly localConversationId: string }, readonly WaitingFrame[]>(
  'framesAbout',
);
