import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import type { ScheduleState } from './queries.ts';

/** A schedule as the API shows it. */
export type ScheduleView = ResponseOf<'getSchedule'>;

export function scheduleView({ schedule, conversation }: ScheduleState): ScheduleView {
  const { lastTick, lastOutcome, lastErrorCode, lastErrorText } = schedule;
  return {
    schedule_id: schedule.scheduleId,
    agent: schedule.agentId,
    session: conversation?.localConversationId ?? null,
    model: schedule.modelRef,
    run_mode: schedule.runMode,
    prompt: schedule.prompt,
    cron: schedule.cron,
    every_ms: schedule.everyMs,
    at: schedule.at,
    time_zone: schedule.timeZone,
    missed: schedule.missed,
    overlap: schedule.overlap,
    status: schedule.status,
    next_at: schedule.nextAt,
    last:
      lastTick === null || lastOutcome === null
        ? null
        : {
            at: lastTick,
            outcome: lastOutcome,
            error:
              lastErrorCode === null ? null : { code: lastErrorCode, text: lastErrorText ?? '' },
          },
    last_run_id: schedule.lastJobId,
    turns: schedule.turns,
    created_at: schedule.createdAt,
    updated_at: schedule.updatedAt,
  };
}
