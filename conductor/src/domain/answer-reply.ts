import { composeResults } from './baa/compose-results.ts';
import { hasResult } from './instruction.machine.ts';
import { insert, plan, type Plan } from './plan.ts';
import type { DeliveryJob, Instruction, MessageAnchor } from './rows.ts';

/** Enough for a person to tell two deliveries apart; the whole id would only cost tokens. */
const SHORT_REF_LENGTH = 8;

export interface AnswerSettings {
  readonly jobId: string;
  readonly maxAttempts: number;
  readonly now: number;
}

/**
 * When the last action of a reply has its result, all go back in one delivery, in order. Made in the
 * commit of that last result, so it can be neither lost nor made twice.
 */
export function answerReply(
  anchor: Pick<MessageAnchor, 'anchorId' | 'conversationKey' | 'assistantMessageId'>,
  instructions: readonly Instruction[],
  { jobId, maxAttempts, now }: AnswerSettings,
): Plan {
  if (instructions.length === 0 || !instructions.every((row) => hasResult(row.status)))
    return plan({});
  const job: DeliveryJob = {
    jobId,
    conversationKey: anchor.conversationKey,
    assistantMessageId: anchor.assistantMessageId,
    messageText: composeResults(jobId.slice(0, SHORT_REF_LENGTH), instructions.map(report)),
    deliveryKind: 'proxy_delivery',
    dedupeKey: `results:${anchor.anchorId}`,
    status: 'pending',
    attemptCount: 0,
    maxAttempts,
    lastErrorCode: null,
    lastErrorText: null,
    clientId: null,
    reconcile: false,
    dueAt: null,
    userMessageId: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    finishedAt: null,
    version: 1,
  };
  return plan({
    changes: [insert('deliveryJobs', job)],
    events: [
      {
        type: 'delivery_job.created',
        subjectId: jobId,
        conversationKey: anchor.conversationKey,
        actor: 'conductor',
        at: now,
        detail: { anchor_id: anchor.anchorId, results: instructions.length },
      },
    ],
    effects: [
      { kind: 'dispatch' },
      { kind: 'conversation_changed', conversationKey: anchor.conversationKey },
    ],
  });
}

function report(row: Instruction): Parameters<typeof composeResults>[1][number] {
  const name = row.target === '' ? null : `${row.target}::${row.tool}`;
  if (row.status === 'succeeded') {
    return {
      position: row.position,
      name,
      outcome: { ok: true, text: row.resultText ?? '', format: row.resultFormat },
    };
  }
  const code = row.errorCode ?? 'internal';
  return { position: row.position, name, outcome: { ok: false, code, text: row.errorText ?? '' } };
}
