import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { ApiError, Input } from '../../../../../shared/api/operation.ts';
import type { runsOperations } from '../../../../../shared/api/runs.ts';
import { nearNames } from '../../../baa/near-names.ts';
import type { IdSource } from '../../../engine/runtime.ts';
import { refused } from '../../heart/deliveries/feature.ts';
import { roleWords } from './prompts.ts';
import { risksOf, type Scan } from '../../../text-risk/scan-risk.ts';
import type { Run, RunWorker } from './rows.ts';
import type { RunTextsOf } from './run-texts.ts';
import type { Settings } from '../../ground/settings/feature.ts';
import { newWorker, type WorkerSources } from './new-worker.ts';
import { suggestedTeam, type Team } from './teams.ts';

type RunWish = Input<(typeof runsOperations)['createRun']>['body'];

/** The team that is asked for, or whose words stand in the goal. */
export function teamFor(
  { team, goal, unreviewed }: Pick<RunWish, 'team' | 'goal' | 'unreviewed'>,
  teams: readonly Team[],
  scan: Scan,
): Result<Team, ApiError> {
  const teamId = team ?? suggestedTeam(goal);
  const found = teams.find((one) => one.teamId === teamId);
  if (found === undefined) {
    const ids = teams.map((one) => one.teamId);
    const near = nearNames(teamId, ids);
    const text = `There is no team ${teamId}; there are ${(near.length > 0 ? near : ids).join(', ')}.`;
    return err({ code: 'not_found', text, field: 'body.team' });
  }
  if (found.roles.length === 0) return err({ ...refused('seal_locked'), field: 'body.team' });
  if (found.source === 'imported' && unreviewed) {
    const text = `The team ${teamId} was imported: look at its plan first, or save the team.`;
    return err({ code: 'invalid_request', text, field: 'body.unreviewed' });
  }
  const told = found.roles.map((role) => ({ text: roleWords(role), shell: null }));
  const { asks, rules } = risksOf(told, scan);
  // guard: imported-team-words
  if (found.source === 'imported' && asks) {
    const text = `The team ${teamId} was imported, and what it tells its workers could do harm (${rules.join(', ')}): look at its roles, and save the team.`;
    return err({ code: 'risk_unconfirmed', text, field: 'body.team' });
  }
  return ok(found);
}

/** The rows of a run as it is asked for, or what is in the way, at its field. */
export function newRun(
  wish: RunWish,
  { teamId, roles }: Team,
  deps: {
    readonly sources: WorkerSources;
    readonly limits: Pick<Settings['runs'], 'max_texts' | 'max_ms' | 'ladder'>;
    readonly texts: RunTextsOf;
    readonly runId: string;
    readonly newId: IdSource;
    readonly now: number;
  },
): Result<{ readonly run: Run; readonly workers: readonly RunWorker[] }, ApiError> {
  const { texts, limits, runId, now } = deps;
  const stranger = Object.keys(wish.templates).find((name) =>
    roles.every(({ role }) => role !== name),
  );
  if (stranger !== undefined) {
    const text = `The team ${teamId} has no role ${stranger}; it has ${roles.map(({ role }) => role).join(', ')}.`;
    return err({ code: 'invalid_request', text, field: `body.templates.${stranger}` });
  }
  const chosen = new Map(Object.entries(wish.templates));
  const workers: RunWorker[] = [];
  for (const [position, role] of roles.entries()) {
    const template = chosen.get(role.role) ?? role.template;
    const made = newWorker({ ...role, template }, { runId, position, goal: wish.goal }, deps);
    if (!made.ok) {
      const { of, ...error } = made.error;
      return err({
        ...error,
        field: of === 'folder' ? 'body.folder' : `body.templates.${role.role}`,
      });
    }
    workers.push(made.value);
  }
  return ok({
    run: {
      runId,
      status: 'draft',
      beforePause: null,
      pausedBy: null,
      teamId,
      plannerId: workers.find(({ isPlanner }) => isPlanner)?.workerId ?? '',
      limits: {
        inputs: wish.limits.inputs ?? limits.max_texts,
        ms: wish.limits.ms ?? limits.max_ms,
      },
      ladder: wish.ladder ?? limits.ladder,
      inputsUsed: 0,
      reviewPlan: !wish.unreviewed,
      plannedAt: null,
      planHash: null,
      samePlans: 0,
      toldAt: 0,
      digestAt: 0,
      stalls: 0,
      asks: 0,
      hints: 0,
      completedAt: null,
      keepsPrograms: false,
      attempt: 1,
      sealed: texts.sealRun(runId, {
        goal: wish.goal,
        conclusion: null,
        report: {},
        questions: [],
      }),
      startedAt: null,
      readyAt: null,
      endedAt: null,
      errorCode: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    },
    workers,
  });
}
