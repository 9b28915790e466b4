import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import { composeResults } from '../../../baa/compose-results.ts';
import { joinPlans, type Plan, plan } from '../../../engine/plan.ts';
import type { MessageAnchor } from '../conversations/feature.ts';
import { changeJob, messageLimit, type MessageLimits, newJob } from '../deliveries/feature.ts';
import { hasResult } from './instruction.machine.ts';
import type { Instruction } from './rows.ts';
import { agentReplyMoved, callAnswered } from './effects.ts';

/** Length of a short id: enough for a person to tell two deliveries apart; the whole id would only cost tokens. */
const SHORT_REF_LENGTH = 8;

export interface DeliverySettings {
  readonly jobId: string;
  readonly maxAttempts: number;
  readonly messageLimits: MessageLimits;
  readonly now: number;
}

const RESTORED =
  'A backup was restored, and these results may have been delivered since it was made. Look whether they are in the conversation; if not, retry.';

/** A note on results whose reply was regenerated, or left by an edit of an older turn. */
export const LEFT =
  'Another reply came in the place of the one that asked for it; retry sends it all the same.';

/**
 * When the last action of a reply has its result, all go back in one delivery, in order. Made in the
 * commit of that last result, so it can be neither lost nor made twice. Where they came back from a backup and nobody has
 * looked, or where the reply was left for another, a person decides whether they go out.
 */
export function deliverResults(
  anchor: Pick<
    MessageAnchor,
    'anchorId' | 'conversationKey' | 'assistantMessageId' | 'chain' | 'source' | 'leftAt'
  >,
  instructions: readonly Instruction[],
  { jobId, maxAttempts, messageLimits, now }: DeliverySettings,
): Plan {
  const { anchorId, conversationKey, assistantMessageId, chain, source, leftAt } = anchor;
  const { platform } = conversationRef(conversationKey);
  // A model is asked again by the run that asked it; no message is on its way to anyone.
  if (platform === AGENT_PLATFORM) return plan({ effects: [agentReplyMoved({ anchorId })] });
  if (instructions.length === 0 || !instructions.every((row) => hasResult(row.status)))
    return plan({});
  // Its program waits for it: no message is on its way to anyone.
  if (source === 'call') return plan({ effects: [callAnswered({ anchorId })] });
  const { job, plan: made } = newJob({
    jobId,
    conversationKey,
    assistantMessageId,
    messageText: composeResults(jobId.slice(0, SHORT_REF_LENGTH), instructions.map(report), {
      messageLength: messageLimit(messageLimits, platform),
    }),
    // Noted as each result came: the headings are Baton's own words.
    foreignText: null,
    origin: 'reply',
    chain,
    dedupeKey: `results:${anchorId}`,
    maxAttempts,
    now,
    actor: 'conductor',
    detail: { anchor_id: anchorId, results: instructions.length },
  });
  const mayBeThere = instructions.some((row) => row.mayHaveRun);
  // guard: restored-results
  if (!mayBeThere && leftAt === null) return made; // guard: left-not-made
  const error = mayBeThere
    ? ({ code: 'delivery_uncertain', text: RESTORED } as const)
    : ({ code: 'anchor_stale', text: LEFT } as const);
  return joinPlans(
    made,
    changeJob({ job, event: { type: 'CANCEL' }, now, actor: 'conductor', error }),
  );
}

function report(row: Instruction): Parameters<typeof composeResults>[1][number] {
  const name = row.target === '' ? null : `${row.target}::${row.tool}`;
  if (row.status === 'succeeded') {
    return {
      position: row.position,
      name,
      id: row.instructionId,
      outcome: { ok: true, text: row.resultText ?? '', format: row.resultFormat },
    };
  }
  const code = row.errorCode ?? 'internal';
  return {
    position: row.position,
    name,
    id: row.instructionId,
    outcome: { ok: false, code, text: row.errorText ?? '' },
  };
}
