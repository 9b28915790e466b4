import type { ConversationKey } from '../../../../../../../shared/model/conversation-key.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { markHeard } from '../mark-seen.ts';
import * as sessions from '../queries.ts';

interface HearMarksInput {
  /** Conversation whose words are to be told. */
  readonly from: ConversationKey;
  readonly to: ConversationKey;
  readonly now: number;
}

/** A conversation is about to be told what another one says, by its own asking. */
export const hearMarks = defineStep({
  name: 'hear marks',
  load: ({ from, to }: HearMarksInput) => ({
    marks: sessions.marksOf({ conversationKey: from }),
    found: sessions.sessionOfConversation({ conversationKey: to }),
  }),
  decide: ({ marks, found }, { to, now }): Decision<null> => ({
    plan: markHeard(found && { ...found, conversationKey: to }, marks, now),
    outcome: null,
  }),
});
