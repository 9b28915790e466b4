import { sessionsOperations } from '../../../../shared/api/sessions.ts';
import { feature } from '../../engine/feature.ts';
import { sessionsSqlite } from './sqlite.ts';
import { startSessions } from './start.ts';

export type { ChatSession, DataKind } from './rows.ts';
export { markHeard, markSeen } from './mark-seen.ts';
export { couldLeak } from './read-marks.ts';
export { tainted } from './tainted.ts';
export { hearMarks } from './steps/hear-marks.ts';
export { endSession } from './steps/end-session.ts';
export { openSession } from './steps/open-session.ts';
export { raiseTaint } from './steps/raise-taint.ts';
export { sessionView } from './views.ts';

/** Who acts on resources, and whose words each has read. */
export const sessionsFeature = feature({
  name: 'sessions',
  operations: sessionsOperations,
  sqlite: sessionsSqlite,
  start: startSessions,
});
