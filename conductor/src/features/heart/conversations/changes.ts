import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ForeignSource } from './rows.ts';
import { change } from '../../../engine/plan.ts';

/**
 * Two keys were found to be one conversation. All that belongs to `from` moves to `into`, and `from` becomes an
 * alias. An anchor that both have is kept once, with the instructions of both.
 */
export const mergeConversation = change<{
  readonly from: ConversationKey;
  readonly into: ConversationKey;
  readonly at: number;
}>('mergeConversation');
/** The conversation has another key: those that work for it go by that one. */
export const moveWorkers = change<{
  readonly from: ConversationKey;
  readonly into: ConversationKey;
}>('moveWorkers');
/** Deletes the conversation and all that belongs to it, also its events. */
export const deleteConversation = change<{ readonly conversationKey: ConversationKey }>(
  'deleteConversation',
);
/** Replaces the labels. */
export const setLabels = change<{
  readonly conversationKey: ConversationKey;
  readonly labels: readonly string[];
}>('setLabels');
/** Keeps a text for what is compared with it later. Another one of the same source is added to it. */
export const noteForeignWords = change<
  ForeignSource & {
    readonly conversationKey: ConversationKey;
    readonly words: string;
    readonly at: number;
  }
>('noteForeignWords');
/** Stores that reports of the browser about the conversation count. Storing it again changes nothing. */
export const noteTie = change<{
  readonly conversationKey: ConversationKey;
  readonly clientId: string;
}>('noteTie');
