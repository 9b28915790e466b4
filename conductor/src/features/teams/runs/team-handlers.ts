import type { ApiError, Caller } from '../../../../../shared/api/operation.ts';
import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { runsOperations } from '../../../../../shared/api/runs.ts';
import { TEAM_ID } from '../../../../../shared/api/run-fields.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, unknown } from '../../../engine/not-found.ts';
import { refused } from '../../heart/deliveries/feature.ts';
import type { RunTeam } from './rows.ts';
import type { RunTextsOf, TeamTexts } from './run-texts.ts';
import { keepTeam, removeTeam } from './steps/keep-team.ts';
import { NO_LIMITS, type Team, TEAMS } from './teams.ts';
import { readTemplateId } from './template-id.ts';
import * as runs from './queries.ts';

type TeamView = ResponseOf<'getTeam'>;

type SharedTeam = ResponseOf<'exportTeam'>;

type LeftOut = ResponseOf<'importSealedTeams'>['left_out'][number];

type TeamWish = Pick<TeamView, 'name' | 'scene' | 'roles'>;

/** Further names to look for where an imported team's is taken. */
const MAX_NAMES = 100;

/** All teams that a run can be made of: the built-in ones first. */
export interface Teams {
  all(): Promise<readonly Team[]>;
  /** The same as they are shown. */
  views(): Promise<readonly TeamView[]>;
  /** Takes a team of somebody else, beside one of its name, and says what it left out of it. */
  take(
    wish: SharedTeam,
    caller: Caller,
  ): Promise<Result<{ readonly team: TeamView; readonly leftOut: readonly LeftOut[] }, ApiError>>;
  readonly handlers: Pick<
    HandlersOf<typeof runsOperations>,
    'listTeams' | 'getTeam' | 'putTeam' | 'removeTeam' | 'exportTeam' | 'importTeam'
  >;
}

export function createTeams(
  { store, read, now }: Pick<Kit, 'store' | 'read' | 'now'>,
  texts: RunTextsOf,
): Teams {
  const own = () => read.one(runs.runTeams());

  async function all(): Promise<readonly Team[]> {
    return [...TEAMS, ...(await own()).map((row) => teamOf(row, texts))];
  }

  async function views(): Promise<readonly TeamView[]> {
    const builtIn = TEAMS.map((team) => teamView(team, null));
    const rows = await own();
    return [...builtIn, ...rows.map((row) => teamView(teamOf(row, texts), row.updatedAt))];
  }

  const shown = async (id: string): Promise<Result<TeamView, ApiError>> =>
    found((await views()).find((one) => one.team_id === id) ?? null, 'team', id);

  async function keep(
    teamId: string,
    wish: TeamWish,
    how: { readonly source: RunTeam['source']; readonly replaces: boolean },
    { via }: Caller,
  ): Promise<'kept' | 'taken' | ApiError> {
    if (!texts.canSeal()) return refused('seal_locked');
    const sealed = texts.sealTeam(teamId, textsOf(wish));
    const { source, replaces } = how;
    const team = { teamId, source, sealed };
    const outcome = await store.run(keepTeam, { team, replaces, via, now: now() });
    if (outcome !== 'too_many') return outcome;
    return { code: 'quota_exceeded', text: 'There are very many teams. Remove one first.' };
  }

  const take: Teams['take'] = async (given, caller) => {
    const { team_id: asked, name } = given;
    // Nothing of another machine is taken for something of this one.
    const roles = given.roles.map(shareable);
    for (let number = 1; number <= MAX_NAMES; number += 1) {
      const teamId = number === 1 ? asked : `${asked.slice(0, 55)}-${number}`;
      if (isBuiltIn(teamId)) continue;
      const wish = { ...given, roles, name: number === 1 ? name : `${name} (${number})` };
      const outcome = await keep(teamId, wish, { source: 'imported', replaces: false }, caller);
      if (outcome === 'taken') continue;
      if (outcome !== 'kept') return err(outcome);
      const team = await shown(teamId);
      return team.ok
        ? ok({ team: team.value, leftOut: given.roles.flatMap(leftOutOf(teamId)) })
        : team;
    }
    const text = `There are very many teams named ${asked}. Remove one first.`;
    return err({ code: 'quota_exceeded', text });
  };

  return {
    all,
    views,
    take,
    handlers: {
      listTeams: async () => ok({ items: [...(await views())] }),
      getTeam: ({ params: { id } }) => shown(id),

      async putTeam({ params: { id }, body }, caller) {
        if (!TEAM_ID.test(id)) {
          const text = 'An id of a team is of a-z, 0-9 and "-".';
          return err({ code: 'invalid_request', text, field: 'params.id' });
        }
        if (isBuiltIn(id)) return err(builtIn(id));
        const outcome = await keep(id, body, { source: 'own', replaces: true }, caller);
        return typeof outcome === 'string' ? shown(id) : err(outcome);
      },

      async removeTeam({ params: { id } }, { via }) {
        if (isBuiltIn(id)) return err(builtIn(id));
        const outcome = await store.run(removeTeam, { teamId: id, via, now: now() });
        return outcome === 'removed'
          ? ok({ deleted: true })
          : err(unknown('team', id, 'params.id'));
      },

      async exportTeam({ params: { id } }) {
        const team = await shown(id);
        if (!team.ok) return team;
        const { team_id, name, scene, roles } = team.value;
        if (roles.length === 0) return err(refused('seal_locked'));
        return ok({ baton_team: 1, team_id, name, scene, roles: roles.map(shareable) });
      },

      async importTeam({ body }, caller) {
        const made = await take(body, caller);
        return made.ok ? ok(made.value.team) : made;
      },
    },
  };
}

function teamOf(row: RunTeam, texts: RunTextsOf): Team {
  const { teamId, source } = row;
  const opened = texts.team(row);
  // Teams of before roles had rules and limits have none.
  const roles = (opened?.roles ?? []).map((role) => ({
    ...role,
    rules: role.rules ?? [],
    limits: { ...NO_LIMITS, ...role.limits },
  }));
  return { teamId, source, name: opened?.name ?? teamId, scene: opened?.scene ?? '', roles };
}

function teamView({ teamId, roles, ...rest }: Team, updatedAt: number | null): TeamView {
  return {
    team_id: teamId,
    ...rest,
    roles: roles.map(({ isPlanner, rules, limits, ...role }) => ({
      ...role,
      is_planner: isPlanner,
      rules: rules.map(({ toolPattern: tool, paramsPattern: params, decision }) => ({
        tool,
        params: params && { ...params },
        decision,
      })),
      limits: {
        max_inputs: limits.maxInputs,
        max_minutes: limits.maxMinutes,
        folders: [...limits.folders],
        calls: limits.calls,
        commands: {
          allow: limits.commands.allow && [...limits.commands.allow],
          deny: [...limits.commands.deny],
        },
      },
    })),
    updated_at: updatedAt,
  };
}

function textsOf({ name, scene, roles }: TeamWish): TeamTexts {
  return {
    name,
    scene,
    roles: roles.map(({ is_planner: isPlanner, rules, limits, ...role }) => ({
      ...role,
      isPlanner,
      rules: rules.map(({ tool, params, decision }) => ({
        toolPattern: tool,
        paramsPattern: Object.keys(params ?? {}).length === 0 ? null : params,
        decision,
      })),
      limits: {
        maxInputs: limits.max_inputs,
        maxMinutes: limits.max_minutes,
        folders: limits.folders,
        calls: limits.calls,
        commands: limits.commands,
      },
    })),
  };
}

/** A role without what means nothing, or another thing, elsewhere. What it may do unasked is said by whoever it acts for. */
function shareable(role: TeamWish['roles'][number]): TeamWish['roles'][number] {
  const kind = role.template === null ? null : (readTemplateId(role.template)?.kind ?? null);
  // guard: imported-team-rules
  const rules = role.rules.filter(({ decision }) => decision !== 'run');
  const limits = { ...role.limits, folders: [] };
  return { ...role, rules, limits, template: kind === 'chat' ? role.template : null };
}

/** Lists in words what `shareable` leaves out of a role. */
function leftOutOf(teamId: string): (role: TeamWish['roles'][number]) => readonly LeftOut[] {
  return (role) => {
    const { rules, template } = shareable(role);
    const what = `${teamId}, ${role.role}`;
    const fewer = role.rules.length - rules.length;
    return [
      ...(template === role.template
        ? []
        : [{ what, why: `What it is made of, ${role.template}, may be another thing here.` }]),
      ...(role.limits.folders.length === 0 ? [] : [{ what, why: 'Its folders.' }]),
      ...(fewer === 0 ? [] : [{ what, why: `Its rules that let something run: ${fewer}.` }]),
    ];
  };
}

const isBuiltIn = (id: string): boolean => TEAMS.some(({ teamId }) => teamId === id);

function builtIn(id: string): ApiError {
  const text = `The team ${id} is built in. Take another id for one of your own.`;
  return { code: 'invalid_transition', text, field: 'params.id' };
}
