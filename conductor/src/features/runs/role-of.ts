import type { Run, RunWorker } from './rows.ts';
import { type TeamRole, TEAMS } from './teams.ts';

/** What the worker is there for. A role that its team does not have says nothing but its name. */
export function roleOf({ teamId }: Pick<Run, 'teamId'>, worker: RunWorker): TeamRole {
  const team = TEAMS.find((one) => one.teamId === teamId);
  const { role, isPlanner } = worker;
  return team?.roles.find((one) => one.role === role) ?? { role, isPlanner, task: '' };
}
