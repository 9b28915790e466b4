import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { ApiError, Input } from '../../../../shared/api/operation.ts';
import type { runsOperations } from '../../../../shared/api/runs.ts';
import type { CodedError } from '../../../../shared/model/error-codes.ts';
import { nearNames } from '../../baa/near-names.ts';
import type { IdSource } from '../../engine/runtime.ts';
import type { ConversationMode } from '../conversations/feature.ts';
import { refused } from '../deliveries/feature.ts';
import type { Run, RunWorker } from './rows.ts';
import type { RunTextsOf } from './run-texts.ts';
import { newLineKey } from './lines/tool-line.ts';
import { suggestedTeam, type Team } from './teams.ts';
import { chatTemplateId, readTemplateId } from './template-id.ts';

type RunWish = Input<(typeof runsOperations)['createRun']>['body'];

/** A conversation that a worker is to be. */
export interface NamedConversation {
  readonly mode: ConversationMode;
  /** It works for another run that has not ended, or for an agent. */
  readonly isTaken: boolean;
}

const LIMITS = { inputs: 300, ms: 8 * 3_600_000 };

/** The team that is asked for, or whose words stand in the goal. */
export function teamFor(
  { team, goal, unreviewed }: Pick<RunWish, 'team' | 'goal' | 'unreviewed'>,
  teams: readonly Team[],
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
  return ok(found);
}

/** The rows of a run as it is asked for, or what is in the way, at its field. @param startable Sites where a chat can begin. */
export function newRun(
  wish: RunWish,
  { teamId, roles }: Team,
  deps: {
    readonly texts: RunTextsOf;
    readonly startable: readonly string[];
    /** Conversations that are named, by our ids; one that is not there is missing. */
    readonly conversations: ReadonlyMap<string, NamedConversation>;
    /** Why nothing can be made of a template of another kind now; null: something can. */
    readonly faults: ReadonlyMap<string, CodedError | null>;
    /** Where the program of a template works, or why it may not work there. */
    readonly folders: ReadonlyMap<string, Result<string, CodedError>>;
    readonly runId: string;
    readonly newId: IdSource;
    readonly now: number;
  },
): Result<{ readonly run: Run; readonly workers: readonly RunWorker[] }, ApiError> {
  const { texts, startable, folders, runId, newId, now } = deps;
  const stranger = Object.keys(wish.templates).find((name) =>
    roles.every(({ role }) => role !== name),
  );
  if (stranger !== undefined) {
    const text = `The team ${teamId} has no role ${stranger}; it has ${roles.map(({ role }) => role).join(', ')}.`;
    return err({ code: 'invalid_request', text, field: `body.templates.${stranger}` });
  }
  const workers: RunWorker[] = [];
  for (const [position, { role, isPlanner, task, template }] of roles.entries()) {
    const [first] = startable;
    const templateId =
      wish.templates[role] ?? template ?? (first === undefined ? null : chatTemplateId(first));
    const fault = faultOf(templateId, role, deps);
    if (templateId === null || fault !== null)
      return err({ ...(fault ?? NO_TEMPLATE), field: `body.templates.${role}` });
    const workerId = newId();
    const program = folders.get(templateId);
    if (program?.ok === false) return err({ ...program.error, field: 'body.folder' });
    workers.push({
      workerId,
      runId,
      position,
      role,
      templateId,
      isPlanner,
      conversationKey: null,
      begunAt: null,
      mark: null,
      heldBy: null,
      endedAt: null,
      sealed: texts.sealWorker(workerId, {
        title: `${role} · ${wish.goal.slice(0, 60)}`,
        task,
        ...(program !== undefined && { program: { folder: program.value, key: newLineKey() } }),
      }),
      createdAt: now,
      version: 1,
    });
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
        inputs: wish.limits.inputs ?? LIMITS.inputs,
        ms: wish.limits.ms ?? LIMITS.ms,
      },
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

const NO_TEMPLATE = { code: 'template_missing', text: 'Nothing to make a worker of.' } as const;

/** Why no worker of the role can be made of it; null: one can. */
function faultOf(
  templateId: string | null,
  role: string,
  {
    startable,
    conversations,
    faults,
  }: {
    readonly startable: readonly string[];
    readonly conversations: ReadonlyMap<string, NamedConversation>;
    readonly faults: ReadonlyMap<string, CodedError | null>;
  },
): CodedError | null {
  const template = templateId === null ? null : readTemplateId(templateId);
  if (template?.kind === 'conversation') {
    const found = conversations.get(template.localConversationId);
    if (found === undefined)
      return { code: 'not_found', text: `There is no conversation for ${role} of that id.` };
    if (found.isTaken)
      return {
        code: 'conversation_bound',
        text: `The conversation for ${role} works for a run, or for an agent.`,
      };
    return found.mode === 'auto' ? null : refused(`conversation_${found.mode}`);
  }
  const fault = templateId === null ? undefined : faults.get(templateId);
  if (fault !== undefined) return fault;
  if (template?.kind === 'chat' && startable.includes(template.platform)) return null;
  const what = templateId === null ? 'No chat' : `No chat of ${templateId}`;
  const text = `${what} can be begun for ${role}. ${whichOf(startable)}`;
  return { code: 'template_missing', text };
}

function whichOf(startable: readonly string[]): string {
  return startable.length === 0
    ? 'Open a chat site once in a paired browser.'
    : `It can be done with ${startable.map(chatTemplateId).join(', ')}.`;
}
