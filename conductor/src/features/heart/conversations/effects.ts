import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { effect } from '../../../engine/plan.ts';

/** Something of the conversation changed that browsers show. */
export const conversationChanged = effect<{ readonly conversationKey: ConversationKey }>(
  'conversationChanged',
);
/** Two keys were one conversation: all that belonged to `from` belongs to `into` now. */
export const conversationMerged = effect<{
  readonly from: ConversationKey;
  readonly into: ConversationKey;
}>('conversationMerged');
/** A person set its mode: more may be sent in it now, or less. */
export const conversationModeSet = effect<{ readonly conversationKey: ConversationKey }>(
  'conversationModeSet',
);
/** The conversation is gone with all that belonged to it. */
export const conversationDeleted = effect<{
  readonly conversationKey: ConversationKey;
  /** Ids of its actions that were running. */
  readonly running: readonly string[];
}>('conversationDeleted');
