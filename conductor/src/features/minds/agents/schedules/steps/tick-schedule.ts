import type { CodedError } from '../../../../../../../shared/model/error-codes.ts';
import { type AuditEvent, joinPlans, plan, type Plan, update } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import {
  type Conversation,
  type Renewal,
  withoutDueTurn,
} from '../../../../heart/conversations/feature.ts';
import { newJob, refused } from '../../../../heart/deliveries/feature.ts';
import { judgeTick } from '../judge-tick.ts';
import { nextTick } from '../next-tick.ts';
import { type Schedule, type TickOutcome, SCHEDULES } from '../rows.ts';
import { scheduleTable } from '../schedule.machine.ts';
import * as schedules from '../queries.ts';
import * as conversations from '../../../../heart/conversations/queries.ts';
import * as deliveries from '../../../../heart/deliveries/queries.ts';

/** The session that a turn is for, by our own id, or why there is none. */
export type TickTarget =
  | { readonly ok: true; readonly localConversationId: string }
  | { readonly ok: false; readonly error: CodedError };

interface Turn {
  readonly scheduleId: string;
  /** Null: none was looked for, since the turn is not to be sent. */
  readonly target: TickTarget | null;
  readonly jobId: string;
  readonly maxAttempts: number;
  readonly now: number;
}

const rowsOf = ({ scheduleId, target }: Turn) => {
  const localConversationId = target?.ok === true ? target.localConversationId : '';
  return {
    state: schedules.schedule({ scheduleId }),
    conversation: conversations.conversationByLocalId({ localConversationId }),
    renewal: conversations.renewalByLocalId({ localConversationId }),
  } as const;
};

/**
 * A turn is due. The commit that sends it, or says why it is not sent, also says when the next one is due: however often
 * the conductor dies, a moment is one turn at most.
 */
export const tickSchedule = defineStep({
  name: 'tick schedule',
  load: (input: Turn & { readonly tick: number }) => ({
    ...rowsOf(input),
    known: deliveries.jobByDedupeKey({ dedupeKey: keyOf(input) }),
  }),
  decide({ state, known, ...place }, input): Decision<TickOutcome | null> {
    const { tick, target, now } = input;
    const stays = { plan: plan({}), outcome: null };
    if (state === null || state.schedule.nextAt !== tick || tick > now) return stays;
    const { schedule, last } = state;
    const verdict = judgeTick(schedule, { tick, last, now });
    if (verdict === 'sent' && target === null) return stays;
    const nextAt = nextTick(schedule, now);
    const status =
      nextAt === null ? scheduleTable.next(schedule.status, { type: 'END' }) : schedule.status;
    const moved = { nextAt, status, lastTick: tick, updatedAt: now };
    const sent =
      verdict === 'sent' && known === null
        ? turnOf(schedule, place, { ...input, dedupeKey: keyOf(input), actor: 'conductor' })
        : null;
    const error = sent === null || sent.ok ? null : sent.error;
    const outcome: TickOutcome = error === null ? verdict : 'refused';
    const told = { lastOutcome: outcome, lastErrorCode: error?.code ?? null };
    const isNews =
      outcome !== schedule.lastOutcome || told.lastErrorCode !== schedule.lastErrorCode;
    return {
      plan: joinPlans(
        sent?.ok === true ? sent.plan : plan({}),
        plan({
          changes: [
            update(SCHEDULES, schedule, {
              ...moved,
              ...told,
              lastErrorText: error?.text ?? null,
              ...(sent?.ok === true && { lastJobId: input.jobId, turns: schedule.turns + 1 }),
            }),
          ],
          events:
            outcome !== 'sent' && isNews
              ? [
                  {
                    type: 'schedule.skipped',
                    subjectId: schedule.scheduleId,
                    conversationKey: schedule.conversationKey,
                    actor: 'conductor',
                    at: now,
                    detail: { tick, why: error?.code ?? outcome },
                  },
                ]
              : [],
        }),
      ),
      outcome,
    };
  },
});

/** A person wants a turn now. Those that are due stay as they are. */
export const runSchedule = defineStep({
  name: 'run schedule',
  load: (input: Turn & { readonly via: string }) => ({
    ...rowsOf(input),
    known: deliveries.job({ jobId: input.jobId }),
  }),
  decide({ state, known, ...place }, input): Decision<CodedError | null> {
    if (known !== null) return { plan: plan({}), outcome: null };
    if (state === null) {
      const text = `There is no schedule ${input.scheduleId}.`;
      return { plan: plan({}), outcome: { code: 'not_found', text } };
    }
    const { schedule } = state;
    const dedupeKey = `schedule:${schedule.scheduleId}:${input.jobId}`;
    const sent = turnOf(schedule, place, { ...input, dedupeKey, actor: 'person' });
    if (!sent.ok) return { plan: plan({}), outcome: sent.error };
    const set = { lastJobId: input.jobId, turns: schedule.turns + 1, updatedAt: input.now };
    return {
      plan: joinPlans(sent.plan, plan({ changes: [update(SCHEDULES, schedule, set)] })),
      outcome: null,
    };
  },
});

function keyOf({ scheduleId, tick }: { readonly scheduleId: string; readonly tick: number }) {
  return `schedule:${scheduleId}:${tick}`;
}

interface Place {
  readonly conversation: Conversation | null;
  readonly renewal: Renewal | null;
}

function turnOf(
  { scheduleId, prompt }: Schedule,
  { conversation, renewal }: Place,
  input: Turn & {
    readonly dedupeKey: string;
    readonly actor: AuditEvent['actor'];
    readonly via?: string;
  },
): { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly error: CodedError } {
  const { target, jobId, dedupeKey, maxAttempts, now, actor, via } = input;
  if (target?.ok === false) return target;
  if (conversation === null) return { ok: false, error: refused('not_found') };
  const { mode, conversationKey, latestAssistantMessageId } = conversation;
  if (mode !== 'auto') return { ok: false, error: refused(`conversation_${mode}`) };
  const made = newJob({
    jobId,
    conversationKey,
    assistantMessageId: latestAssistantMessageId,
    messageText: prompt,
    foreignText: prompt,
    origin: 'schedule',
    chain: [],
    dedupeKey,
    maxAttempts,
    now,
    actor,
    detail: { schedule: scheduleId, ...(via !== undefined && { via }) },
  });
  return { ok: true, plan: joinPlans(made.plan, withoutDueTurn(renewal, now)) };
}
