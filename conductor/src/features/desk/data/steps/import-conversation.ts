import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { NOTHING, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { ExportLine } from '../data-port.ts';
import { disarmed } from '../disarm.ts';
import * as data from '../queries.ts';
import { importRows } from '../changes.ts';
import { policyChanged } from '../../../heart/policy/effects.ts';

export interface ImportInput {
  /** All rows of one conversation, its own first; each was checked. */
  readonly lines: readonly ExportLine[];
  readonly via: string;
  readonly now: number;
}

/** `shadows`: one of its earlier ids is the id of another conversation, whose reports it would get. */
export type ImportOutcome = 'imported' | 'known' | 'shadows';

/** Imports all rows of one conversation, or none. What exists already stays as it is. */
export const importConversation = defineStep({
  name: 'import conversation',
  load: ({ lines }: ImportInput) => ({
    isKnown: data.isConversationKnown({ ...idsOf(lines) }),
    shadowed: data.conversationsUnder({ keys: aliasesOf(lines) }),
  }),
  decide({ isKnown, shadowed }, { lines, via, now }): Decision<ImportOutcome> {
    if (isKnown) return { plan: NOTHING, outcome: 'known' };
    const { conversationKey, localConversationId } = idsOf(lines);
    // guard: import-own-names
    if (shadowed.length > 0 || aliasesOf(lines).includes(conversationKey))
      return { plan: NOTHING, outcome: 'shadows' };
    const { lines: taken, changed } = disarmed(lines); // guard: import-disarmed
    return {
      plan: plan({
        changes: [importRows({ lines: taken })],
        events: [
          {
            type: 'conversation.imported',
            subjectId: localConversationId,
            conversationKey,
            actor: 'person',
            at: now,
            detail: { via, rows: lines.length, disarmed: changed },
          },
        ],
        // Rules of the conversation come with it.
        effects: [policyChanged()],
      }),
      outcome: 'imported',
    };
  },
});

function idsOf([first]: readonly ExportLine[]): {
  readonly conversationKey: ConversationKey;
  readonly localConversationId: string;
} {
  const { conversation_key: key, local_conversation_id: localId } = first?.row ?? {};
  return {
    conversationKey: String(key) as ConversationKey,
    localConversationId: String(localId),
  };
}

function aliasesOf(lines: readonly ExportLine[]): ConversationKey[] {
  return lines
    .filter(({ table }) => table === 'conversation_aliases')
    .map(({ row }) => String(row['alias_key']) as ConversationKey);
}
