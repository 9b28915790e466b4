import { schedulesOperations } from '../../../../shared/api/schedules.ts';
import { feature } from '../../engine/feature.ts';
import { schedulesSqlite } from './sqlite.ts';
import { startSchedules } from './start.ts';

export { setSchedule } from './steps/change-schedule.ts';

/** Schedules: turns of agents that come by the clock. */
export const schedulesFeature = feature({
  name: 'schedules',
  operations: schedulesOperations,
  sqlite: schedulesSqlite,
  start: startSchedules,
});
