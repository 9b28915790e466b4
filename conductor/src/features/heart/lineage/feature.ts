import { bindingsOperations } from '../../../../../shared/api/bindings.ts';
import { sessionsOperations } from '../../../../../shared/api/sessions.ts';
import { feature } from '../../../engine/feature.ts';
import { together } from '../../../engine/together.ts';
import { bindingsSqlite } from './bindings/sqlite.ts';
import { startBindings } from './bindings/start.ts';
import { sessionsSqlite } from './sessions/sqlite.ts';
import { startSessions } from './sessions/start.ts';

export type { ChatSession, DataKind } from './sessions/rows.ts';
export { markHeard, markSeen } from './sessions/mark-seen.ts';
export { marksHeardBy, sessionOf } from './sessions/queries.sqlite.ts';
export { couldLeak } from './sessions/read-marks.ts';
export { tainted } from './sessions/tainted.ts';
export { hearMarks } from './sessions/steps/hear-marks.ts';
export { endSession } from './sessions/steps/end-session.ts';
export { openSession } from './sessions/steps/open-session.ts';
export { raiseTaint } from './sessions/steps/raise-taint.ts';
export { sessionView } from './sessions/views.ts';
export { bindChat, endBinding, newBinding } from './bindings/binding-changes.ts';
export { heardBy } from './bindings/heard-words.sqlite.ts';
export type { ShownBinding } from './bindings/queries.ts';
export type { ModelBinding } from './bindings/rows.ts';
export { modelBindingView } from './bindings/views.ts';

/**
 * Sessions of those who act on resources, the words that each has read, and the web chats that serve sessions with an
 * agent as their model.
 */
export const lineageFeature = feature({
  name: 'lineage',
  operations: { ...bindingsOperations, ...sessionsOperations },
  sqlite: [bindingsSqlite, sessionsSqlite],
  start: (kit) => together(null, startBindings(kit), startSessions(kit)),
});
