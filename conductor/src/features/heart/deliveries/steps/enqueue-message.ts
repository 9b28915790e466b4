import type {
  ConversationKey,
  ConversationRef,
} from '../../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../../shared/model/error-codes.ts';
import { type AuditEvent, joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { StoredContent } from '../../artifacts/feature.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import {
  type Conversation,
  type ConversationMode,
  type Renewal,
  withoutDueTurn,
} from '../../conversations/feature.ts';
import { markHeard } from '../../lineage/feature.ts';
import { newJob } from '../new-job.ts';
import type { DeliveryJob } from '../rows.ts';
import * as conversations from '../../conversations/queries.ts';
import * as sessions from '../../lineage/sessions/queries.ts';
import * as deliveries from '../queries.ts';

/** A message for a conversation, by our own id. */
export interface EnqueueInput extends Message {
  readonly localConversationId: string;
}

interface Message {
  readonly text: string;
  /** The whole message; `text` may be a part of it, if the site takes no more. */
  readonly fullText: string;
  /** The whole message as an artifact, if `text` is a part of it; its row comes in the same commit. Null: `text` is all. */
  readonly stored: StoredContent | null;
  readonly jobId: string;
  /** The same key again is the same message: nothing new is made. */
  readonly dedupeKey: string;
  readonly origin: 'person' | 'conversation';
  readonly chain: readonly string[];
  readonly maxAttempts: number;
  readonly now: number;
  readonly actor: AuditEvent['actor'];
  /** The surface; of a message of another conversation, its key. */
  readonly via: string;
}

/** The conversation whose assistant says it; null: a person does. */
interface Told {
  readonly teller: ConversationKey | null;
}

/** Outcome of a message; nothing is stored unless a job was made. */
export type EnqueueOutcome =
  | { readonly ok: true; readonly jobId: string }
  | { readonly ok: false; readonly code: ErrorCode };

/**
 * Puts a message of a person, or of another conversation, on its way. A person may write into a manual conversation:
 * their saying so is what it waits for. Another conversation may not.
 */
export const enqueueMessage = defineStep({
  name: 'enqueue message',
  load: ({ localConversationId, dedupeKey, teller }: EnqueueInput & Told) => ({
    conversation: conversations.conversationByLocalId({ localConversationId }),
    session: sessions.chatSession({ chatSessionId: localConversationId }),
    marks: sessions.marksOf({ conversationKey: teller }),
    known: deliveries.jobByDedupeKey({ dedupeKey }),
    renewal: conversations.renewalByLocalId({ localConversationId }),
  }),
  decide({ session, marks, ...rows }, input): Decision<EnqueueOutcome> {
    const { plan: made, outcome } = enqueue(rows, input);
    const { conversation, known } = rows;
    if (!outcome.ok || known !== null || conversation === null) return { plan: made, outcome };
    const { localConversationId: chatSessionId, conversationKey } = conversation;
    const heard = markHeard({ chatSessionId, conversationKey, session }, marks, input.now);
    return { plan: joinPlans(made, heard), outcome }; // guard: taint-of-who-asks
  },
});

/**
 * A person sent it from a browser, into a conversation by the site's name for it.
 * `noRoom`: why its whole text, too long for a message, could not be kept.
 */
export const enqueueMessageFromBrowser = fromClient({
  name: 'enqueue message from browser',
  load: ({
    ref,
    dedupeKey,
  }: Message & { readonly ref: ConversationRef; readonly noRoom: ErrorCode | null }) => ({
    conversation: conversations.conversation({ ref }),
    known: deliveries.jobByDedupeKey({ dedupeKey }),
    renewal: conversations.renewal({ ref }),
  }),
  decide(rows, input): Decision<EnqueueOutcome> {
    const decision: Decision<EnqueueOutcome> =
      input.noRoom === null
        ? enqueue(rows, input)
        : { plan: plan({}), outcome: { ok: false, code: input.noRoom } };
    const { outcome } = decision;
    if (outcome.ok) return decision;
    // Nobody waits for an answer to a frame: the trail says what became of it.
    const refused = plan({
      events: [
        {
          type: 'message.refused',
          subjectId: input.jobId,
          conversationKey: rows.conversation?.conversationKey ?? null,
          actor: input.actor,
          at: input.now,
          detail: { via: input.via, code: outcome.code },
        },
      ],
    });
    return { plan: joinPlans(decision.plan, refused), outcome };
  },
});

interface Rows {
  readonly conversation: Conversation | null;
  readonly known: DeliveryJob | null;
  readonly renewal: Renewal | null;
}

function enqueue({ conversation, known, renewal }: Rows, input: Message): Decision<EnqueueOutcome> {
  if (known !== null) return { plan: plan({}), outcome: { ok: true, jobId: known.jobId } };
  if (conversation === null || isOthers(conversation, input))
    return { plan: plan({}), outcome: { ok: false, code: 'not_found' } };
  const refused = refusal(conversation.mode, input.origin);
  if (refused !== null) return { plan: plan({}), outcome: { ok: false, code: refused } };
  const { jobId, text, fullText, stored, dedupeKey, origin, chain, maxAttempts, now, actor, via } =
    input;
  const created = newJob({
    jobId,
    conversationKey: conversation.conversationKey,
    assistantMessageId: conversation.latestAssistantMessageId,
    messageText: text,
    foreignText: fullText,
    stored,
    origin,
    chain,
    dedupeKey,
    maxAttempts,
    now,
    actor,
    detail: { via },
  });
  return {
    // What a renewal had planned rests on a reply that is no longer the last word.
    plan: joinPlans(created.plan, withoutDueTurn(renewal, now)),
    outcome: { ok: true, jobId },
  };
}

/** An agent that another conversation asked to work is that one's, and a person's. */
function isOthers({ parentKey }: Conversation, { origin, via }: Message): boolean {
  // guard: sub-agent-alone
  return origin === 'conversation' && parentKey !== null && parentKey !== via;
}

function refusal(mode: ConversationMode, origin: EnqueueInput['origin']): ErrorCode | null {
  switch (mode) {
    case 'auto':
      return null;
    case 'manual':
      return origin === 'person' ? null : 'conversation_manual';
    case 'paused':
      return 'conversation_paused';
    case 'draining':
      return 'conversation_draining';
  }
}
