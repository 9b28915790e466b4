import { type AuditEvent, joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { StoredContent } from '../../artifacts/feature.ts';
import { resolveConversation, type Resolved } from '../../conversations/feature.ts';
import { newJob } from '../new-job.ts';
import type { EnqueueOutcome } from './enqueue-message.ts';
import * as deliveries from '../queries.ts';
import { CONVERSATIONS } from '../../conversations/rows.ts';

/** Prefix of our id for a conversation that Baton starts, until the site names it. */
export const NEW_PREFIX = 'new:';

/** Tells whether the id stands for a conversation whose first message has not been sent. */
export function isUnstarted(remoteConversationId: string): boolean {
  return remoteConversationId.startsWith(NEW_PREFIX);
}

/** The first message of a new conversation, and its site. */
export interface StartInput {
  readonly platform: string;
  readonly text: string;
  /** The whole message; `text` may be a part of it, if the site takes no more. */
  readonly fullText: string;
  /** The whole message as an artifact, if `text` is a part of it; its row comes in the same commit. Null: `text` is all. */
  readonly stored: StoredContent | null;
  readonly mode: 'auto' | 'manual';
  readonly title: string | null;
  readonly localConversationId: string;
  readonly jobId: string;
  readonly dedupeKey: string;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
  readonly now: number;
  readonly actor: AuditEvent['actor'];
  readonly via: string;
}

/** A conversation that does not exist on the site yet, and the message that begins it. */
export const startConversation = defineStep({
  name: 'start conversation',
  load: ({ dedupeKey }: StartInput) => ({ known: deliveries.jobByDedupeKey({ dedupeKey }) }),
  decide({ known }, input): Decision<EnqueueOutcome> {
    if (known !== null) return { plan: plan({}), outcome: { ok: true, jobId: known.jobId } };
    const { now, mode, title, actor, via } = input;
    const born = unstarted(input);
    const set = {
      customTitle: title,
      ...(mode === 'auto' && { mode, modeSetAt: now }),
    };
    const created = newJob({
      jobId: input.jobId,
      conversationKey: born.conversation.conversationKey,
      assistantMessageId: null,
      messageText: input.text,
      foreignText: input.fullText,
      stored: input.stored,
      origin: 'person',
      chain: [],
      dedupeKey: input.dedupeKey,
      maxAttempts: input.maxAttempts,
      now,
      actor,
      detail: { via, start_new: true },
    });
    return {
      plan: joinPlans(
        born.plan,
        plan({ changes: [update(CONVERSATIONS, born.conversation, set)] }),
        created.plan,
      ),
      outcome: { ok: true, jobId: input.jobId },
    };
  },
});

/** A conversation that is about to begin on its site. Whoever begins it says in which mode: it is born `manual`. */
export function unstarted({
  platform,
  localConversationId,
  finalTimeoutMs,
  now,
}: Pick<StartInput, 'platform' | 'localConversationId' | 'finalTimeoutMs' | 'now'>): Resolved {
  const ref = { platform, remote_conversation_id: `${NEW_PREFIX}${localConversationId}` };
  const named = { ref, aliases: [], defaultModes: {}, byHand: false };
  return resolveConversation({ ...named, now, localConversationId, finalTimeoutMs }, [], []);
}
