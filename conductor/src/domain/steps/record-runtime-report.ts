import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { RuntimeEntry } from '../../../../shared/protocol/index.ts';
import { accountKeyOf } from '../governor.ts';
import { plan, update, joinPlans } from '../plan.ts';
import { refsOf, resolveConversation, type Sighting } from '../resolve-conversation.ts';
import type { Asks, Step } from '../step.ts';

export interface RuntimeInput {
  readonly runtime: RuntimeEntry;
  readonly now: number;
  readonly localConversationId: string;
  readonly finalTimeoutMs: number;
}

/** One conversation a browser reported: Baton watches it from now on, in `manual`. */
export const recordRuntime: Step<
  RuntimeInput,
  { readonly known: Asks<'conversations'>; readonly aliases: Asks<'aliases'> },
  ConversationKey
> = {
  name: 'record runtime',
  load: (input) => {
    const refs = refsOf(sightingOf(input));
    return { known: { ask: 'conversations', refs }, aliases: { ask: 'aliases', refs } };
  },
  decide({ known, aliases }, input) {
    const { conversation, plan: resolved } = resolveConversation(sightingOf(input), known, aliases);
    const { title, account_fingerprint } = input.runtime;
    const { conversationKey, platform } = conversation;
    const retitled = title !== null && title !== conversation.title;
    const accountKey =
      account_fingerprint === null
        ? conversation.accountKey
        : accountKeyOf(platform, account_fingerprint);
    const moved = accountKey !== conversation.accountKey;
    return {
      plan: joinPlans(
        resolved,
        plan({
          changes:
            retitled || moved
              ? [
                  update('conversations', conversation, {
                    ...(retitled && { title }),
                    accountKey,
                    updatedAt: input.now,
                  }),
                ]
              : [],
          effects: [{ kind: 'conversation_changed', conversationKey }],
        }),
      ),
      outcome: conversationKey,
    };
  },
};

function sightingOf({ runtime, now, localConversationId, finalTimeoutMs }: RuntimeInput): Sighting {
  return { ref: runtime, aliases: runtime.aliases, now, localConversationId, finalTimeoutMs };
}
