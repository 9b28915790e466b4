import { runsOperations } from '../../../../../shared/api/runs.ts';
import { feature } from '../../../engine/feature.ts';
import { runsSqlite } from './sqlite.ts';
import { startRuns } from './start.ts';

export type {
  AcpAgent,
  AcpHooks,
  AcpLaunch,
  AcpPrograms,
  AcpQuestion,
  AcpReply,
} from './programs/acp-port.ts';
export { RUN_TOOLS_PATH } from './programs/program-calls.ts';
export { createSealer } from './sealed.ts';
export type { RunsPort } from './start.ts';
export { steerRun } from './steps/steer-run.ts';

/** Runs: teams that work on a goal, and report. */
export const runsFeature = feature({
  name: 'runs',
  operations: runsOperations,
  sqlite: runsSqlite,
  start: startRuns,
});
