import type { Reader } from '../../../../engine/query.ts';
import type { RowSteps } from '../../../../engine/row-steps.ts';
import type { Clock, IdSource, Store } from '../../../../engine/runtime.ts';
import type { Sweep } from '../../../../engine/scheduler.ts';
import { judgeTick } from './judge-tick.ts';
import type { ScheduleState } from './queries.ts';
import { type TickTarget, tickSchedule } from './steps/tick-schedule.ts';
import * as schedules from './queries.ts';

const BATCH = 64;

/** The sweep that sends turns whose time has come. */
export function sweepSchedules(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  readonly rows: RowSteps;
  /** The session that a turn goes into; one of that id, if each turn begins one. */
  readonly targetOf: (state: ScheduleState, sessionId: string) => Promise<TickTarget>;
}): Sweep {
  const { store, read, now, newId, maxAttempts, rows, targetOf } = deps;

  async function tick(state: ScheduleState, at: number): Promise<void> {
    const { schedule, last } = state;
    const { scheduleId, nextAt } = schedule;
    if (nextAt === null) return;
    const isSent = judgeTick(schedule, { tick: nextAt, last, now: at }) === 'sent';
    // The id says of which moment the session is: a conductor that dies here finds it again.
    const target = isSent ? await targetOf(state, `${scheduleId}-${nextAt}`) : null;
    const jobId = newId();
    await store.run(tickSchedule, {
      scheduleId,
      tick: nextAt,
      target,
      jobId,
      maxAttempts,
      now: at,
    });
  }

  return {
    name: 'schedules',
    async run() {
      const at = now();
      const except = rows.resting();
      const due = await read.one(schedules.dueSchedules({ now: at, except, limit: BATCH }));
      await rows.run(
        due,
        ({ schedule }) => schedule.scheduleId,
        (state) => tick(state, at),
      );
    },
  };
}
