import { createHash } from 'node:crypto';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { RunState } from './queries.ts';
import type { EvidenceKind, RunTask } from './rows.ts';
import type { RunTextsOf } from './run-texts.ts';
import { taskTold } from './shells.ts';

/** A task as a planner, or a person, writes it. */
export interface TaskWish {
  readonly title: string;
  readonly instructions: string;
  readonly role?: string | undefined;
  readonly worker?: string | undefined;
  /** Numbers of tasks of the same plan, from 1. */
  readonly dependsOn?: readonly number[] | undefined;
  readonly doneWhen?: string | undefined;
  readonly needs?: readonly EvidenceKind[] | undefined;
  /** Whether another worker looks at it; left out: where the team has a reviewer. */
  readonly review?: boolean | undefined;
}

/** Whether a role is there to look at what others made. */
export function isReviewer(role: string): boolean {
  return /review|审/iu.test(role);
}

export const MIN_TASKS = 2;

/** The rows of a plan, and a digest that is the same for the same plan. The fault names the task and the field. */
export function newTasks(
  wishes: readonly TaskWish[],
  state: RunState,
  deps: {
    readonly texts: RunTextsOf;
    /** Id of the plan that makes them: the same plan makes the same tasks again. */
    readonly planId: string;
    readonly now: number;
  },
): Result<{ readonly tasks: readonly RunTask[]; readonly planHash: string }, CodedError> {
  const { texts, planId, now } = deps;
  const { run, workers } = state;
  const team = workers
    .map(({ worker }) => worker)
    .filter(({ isPlanner, endedAt }) => !isPlanner && endedAt === null);
  const ids = wishes.map((_wish, index) => `${planId}.${index + 1}`);
  const made: RunTask[] = [];
  for (const [index, wish] of wishes.entries()) {
    const at = `tasks.${index}`;
    const named = wish.worker && team.find(({ workerId }) => workerId === wish.worker);
    if (wish.worker !== undefined && !named)
      return refused('unknown_tab', `${at}: no worker of the team is ${wish.worker}.`);
    const role = named ? named.role : (wish.role ?? team[0]?.role ?? '');
    if (team.every((one) => one.role.toLowerCase() !== role.toLowerCase())) {
      const roles = [...new Set(team.map((one) => one.role))].join(', ');
      return refused('invalid_params', `${at}.role: nobody is ${role}; there are ${roles}.`);
    }
    const dependsOn = wish.dependsOn ?? [];
    const forward = dependsOn.find((number) => number < 1 || number > index);
    if (forward !== undefined)
      return refused(
        'invalid_params',
        `${at}.dependsOn: ${forward} is no earlier task; the first is 1.`,
      );
    made.push({
      taskId: ids[index] ?? '',
      runId: run.runId,
      position: index,
      status: 'planned',
      role: team.find((one) => one.role.toLowerCase() === role.toLowerCase())?.role ?? role,
      workerId: named ? named.workerId : null,
      dependsOn: dependsOn.map((number) => ids[number - 1] ?? ''),
      attempt: 1,
      begunAt: null,
      asked: false,
      stuckAt: null,
      restarts: 0,
      isExpected: false,
      needs: wish.needs ?? [],
      isReviewed: !isReviewer(role) && (wish.review ?? team.some((one) => isReviewer(one.role))),
      reviewerId: null,
      returns: 0,
      newsAt: null,
      sealed: texts.sealTask(ids[index] ?? '', {
        title: wish.title,
        instructions: wish.instructions,
        doneWhen: wish.doneWhen ?? null,
        result: null,
        blockedBy: null,
        changedBy: null,
        isForShell: taskTold(wish, state, texts).some(({ shell }) => shell !== null),
      }),
      createdAt: now,
      updatedAt: now,
      version: 1,
    });
  }
  const planHash = createHash('sha256').update(JSON.stringify(wishes)).digest('base64url');
  return ok({ tasks: made, planHash });
}

function refused(code: CodedError['code'], text: string): Result<never, CodedError> {
  return err({ code, text });
}
