import { type AuditEvent, insert, plan, remove, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type RunTeam, RUN_TEAMS } from '../rows.ts';
import * as runs from '../queries.ts';

/** More than anybody has use for. */
const MAX_TEAMS = 100;

interface By {
  readonly via: string;
  readonly now: number;
}

export interface KeepTeamInput extends By {
  readonly team: Pick<RunTeam, 'teamId' | 'source' | 'sealed'>;
  /** Whether one of its id is written over; otherwise it stays, and the outcome is `taken`. */
  readonly replaces: boolean;
}

/** A person writes a team, or takes one of somebody else. */
export const keepTeam = defineStep({
  name: 'keep team of runs',
  load: (_input: KeepTeamInput) => ({ all: runs.runTeams() }),
  decide({ all }, { team, replaces, via, now }): Decision<'kept' | 'taken' | 'too_many'> {
    const before = all.find(({ teamId }) => teamId === team.teamId);
    if (before !== undefined && !replaces) return { plan: plan({}), outcome: 'taken' };
    if (before === undefined && all.length >= MAX_TEAMS)
      return { plan: plan({}), outcome: 'too_many' };
    const change =
      before === undefined
        ? insert(RUN_TEAMS, { ...team, createdAt: now, updatedAt: now, version: 1 })
        : update(RUN_TEAMS, before, { ...team, updatedAt: now });
    const what = before === undefined ? 'added' : 'changed';
    return {
      plan: plan({
        changes: [change],
        events: [about(team.teamId, what, now, { source: team.source, via })],
      }),
      outcome: 'kept',
    };
  },
});

/** A person removes a team. Runs that were made of it have its roles and words themselves. */
export const removeTeam = defineStep({
  name: 'remove team of runs',
  load: (_input: { readonly teamId: string } & By) => ({ all: runs.runTeams() }),
  decide({ all }, { teamId, via, now }): Decision<'removed' | 'not_found'> {
    const team = all.find((one) => one.teamId === teamId);
    if (team === undefined) return { plan: plan({}), outcome: 'not_found' };
    return {
      plan: plan({
        changes: [remove(RUN_TEAMS, team)],
        events: [about(teamId, 'removed', now, { via })],
      }),
      outcome: 'removed',
    };
  },
});

function about(
  subjectId: string,
  what: 'added' | 'changed' | 'removed',
  at: number,
  detail: Readonly<Record<string, unknown>>,
): AuditEvent {
  const type = `run_team.${what}` as const;
  return { type, subjectId, conversationKey: null, actor: 'person', at, detail };
}
