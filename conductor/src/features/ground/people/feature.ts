import { faceOperations } from '../../../../../shared/api/face.ts';
import { feature } from '../../../engine/feature.ts';
import { together } from '../../../engine/together.ts';
import { idempotencySqlite } from './idempotency/sqlite.ts';
import { startIdempotency } from './idempotency/start.ts';
import { faceSqlite } from './sqlite.ts';
import { startFace } from './start.ts';

export type { FacePort } from './start.ts';
export type { ActiveSession, Granted } from './sessions.ts';
export { endSessions } from './steps/change-sessions.ts';

export { type Idempotency } from './idempotency/idempotency.ts';

/** People at the web UI, and requests that are repeated under one Idempotency-Key: answered as the first one was. */
export const peopleFeature = feature({
  name: 'people',
  operations: faceOperations,
  sqlite: [faceSqlite, idempotencySqlite],
  start(kit) {
    const face = startFace(kit);
    const idempotency = startIdempotency(kit);
    return together({ ...face.provides, idempotency: idempotency.provides }, face, idempotency);
  },
});
