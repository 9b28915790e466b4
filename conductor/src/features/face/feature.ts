import { faceOperations } from '../../../../shared/api/face.ts';
import { feature } from '../../engine/feature.ts';
import type {} from './effects.ts';
import { faceSqlite } from './sqlite.ts';
import { startFace } from './start.ts';

export type { FacePort } from './start.ts';
export type { ActiveSession, Granted } from './sessions.ts';
export { endSessions } from './steps/change-sessions.ts';

/** Browsers that are signed in to the web UI. */
export const faceFeature = feature({
  name: 'face',
  operations: faceOperations,
  sqlite: faceSqlite,
  start: startFace,
});
