import { type AuditEvent, insert, plan, remove, update } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { nextTick } from '../next-tick.ts';
import { type Schedule, SCHEDULES } from '../rows.ts';
import { scheduleTable } from '../schedule.machine.ts';
import * as schedules from '../queries.ts';

/** More than anybody has use for; each costs a look twice a second. */
const MAX_SCHEDULES = 500;

interface By {
  readonly via: string;
  readonly now: number;
}

/** Adds a schedule. */
export const addSchedule = defineStep({
  name: 'add schedule',
  load: (_input: { readonly schedule: Schedule } & By) => ({ all: schedules.schedules() }),
  decide({ all }, { schedule, via, now }): Decision<'added' | 'too_many'> {
    if (all.length >= MAX_SCHEDULES) return { plan: plan({}), outcome: 'too_many' };
    const { agentId, cron, everyMs, at, nextAt } = schedule;
    const detail = { agent: agentId, cron, every_ms: everyMs, at, next_at: nextAt, via };
    return {
      plan: plan({
        changes: [insert(SCHEDULES, schedule)],
        events: [about(schedule, 'added', now, detail)],
      }),
      outcome: 'added',
    };
  },
});

/** A person pauses a schedule, or has it go on: with the first turn that is due from then. */
export const setSchedule = defineStep({
  name: 'set schedule',
  load: ({
    scheduleId,
  }: { readonly scheduleId: string; readonly event: 'PAUSE' | 'RESUME' } & By) => ({
    state: schedules.schedule({ scheduleId }),
  }),
  decide({ state }, { event, via, now }): Decision<'set' | 'not_found' | 'invalid_transition'> {
    if (state === null) return { plan: plan({}), outcome: 'not_found' };
    const { schedule } = state;
    const nextAt = event === 'RESUME' ? nextTick(schedule, now) : null;
    const isOver = event === 'RESUME' && nextAt === null;
    const type = isOver && schedule.status === 'paused' ? 'END' : event;
    if (!scheduleTable.can(schedule.status, { type }))
      return { plan: plan({}), outcome: 'invalid_transition' };
    const status = scheduleTable.next(schedule.status, { type });
    return {
      plan: plan({
        changes: [update(SCHEDULES, schedule, { status, nextAt, updatedAt: now })],
        events: [about(schedule, 'changed', now, { status, next_at: nextAt, via })],
      }),
      outcome: 'set',
    };
  },
});

/** Removes a schedule. The turns that it sent stay. */
export const removeSchedule = defineStep({
  name: 'remove schedule',
  load: ({ scheduleId }: { readonly scheduleId: string } & By) => ({
    state: schedules.schedule({ scheduleId }),
  }),
  decide({ state }, { via, now }): Decision<'removed' | 'not_found'> {
    if (state === null) return { plan: plan({}), outcome: 'not_found' };
    const { schedule } = state;
    return {
      plan: plan({
        changes: [remove(SCHEDULES, schedule)],
        events: [about(schedule, 'removed', now, { via })],
      }),
      outcome: 'removed',
    };
  },
});

function about(
  { scheduleId, conversationKey }: Schedule,
  what: 'added' | 'changed' | 'removed',
  at: number,
  detail: Readonly<Record<string, unknown>>,
): AuditEvent {
  const subjectId = scheduleId;
  return { type: `schedule.${what}`, subjectId, conversationKey, actor: 'person', at, detail };
}
