import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { refusedCommand } from '../../../text-risk/role-commands.ts';
import type { Told } from '../../../text-risk/scan-risk.ts';
import type { RunState, WorkerState } from './queries.ts';
import type { RoleRule, RunWorker } from './rows.ts';

/** Rule for the worker of a role that calls no tools. */
export const NO_CALLS: RoleRule = { toolPattern: '*', paramsPattern: null, decision: 'deny' };

/** As a role names them. */
type Limit = 'max_inputs' | 'max_minutes';

const FIELD = { max_inputs: 'maxInputs', max_minutes: 'maxMinutes' } as const;

const MINUTE_MS = 60_000;

/** Nothing that it writes is a call: it reports nothing, and its planner reads what it says. */
export function callsNothing({ rules }: Pick<RunWorker, 'rules'>): boolean {
  return rules.some(
    ({ toolPattern, paramsPattern, decision }) =>
      toolPattern === NO_CALLS.toolPattern && paramsPattern === null && decision === 'deny',
  );
}

/** Which of its limits a worker has come to, by its name in the role; null: it can be told more. */
export function spentLimit(
  { worker, inputs }: Pick<WorkerState, 'worker' | 'inputs'>,
  now: number,
): Limit | null {
  const { maxInputs } = worker.limits;
  if (isOverTime(worker, now)) return 'max_minutes';
  return maxInputs !== null && inputs >= maxInputs ? 'max_inputs' : null;
}

/** Checks whether a worker has used up the time of its role. */
export function isOverTime(
  { limits: { maxMinutes }, begunAt }: Pick<RunWorker, 'limits' | 'begunAt'>,
  now: number,
): boolean {
  return maxMinutes !== null && begunAt !== null && now - begunAt >= maxMinutes * MINUTE_MS;
}

/** Why it is told nothing more, for people and planners. */
export function spentWords({ role, limits }: RunWorker, limit: Limit): string {
  return limit === 'max_inputs'
    ? `${role} is sent no more than ${limits.maxInputs} messages (max_inputs of its role).`
    : `${role} works no longer than ${limits.maxMinutes} minutes (max_minutes of its role).`;
}

/** Why nothing was said to any of them. */
export function spentError(
  limit: Limit,
  { workers }: Pick<RunState, 'workers'>,
  ids: readonly string[],
): CodedError {
  const of = workers.find(
    ({ worker: { workerId, limits } }) => ids.includes(workerId) && limits[FIELD[limit]] !== null,
  );
  const text = of === undefined ? `A worker has come to ${limit}.` : spentWords(of.worker, limit);
  return { code: 'quota_exceeded', text };
}

/** Why somebody is not told what they would be, as their role may not be told to run it; null: they are. */
export function commandError(told: readonly Told[]): CodedError | null {
  for (const { text, shell, held } of told) {
    if (held === undefined) continue; // guard: role-commands
    const refused = refusedCommand(text, held.commands, shell);
    if (refused === null) continue;
    const why = `${held.role} may not be told to run "${refused.command}" (limits.commands.${refused.by} of its role).`;
    return { code: 'action_denied', text: why };
  }
  return null;
}
