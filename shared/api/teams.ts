import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import {
  newPassphrase,
  sealedExport,
  sealedFile,
  sealedImport,
  sharedTeam,
  team,
  teamWish,
} from './run-fields.ts';

const ofTeam = { ...one, tag: 'runs' } as const;

export const teamsOperations = {
  listTeams: operation({
    ...plain,
    method: 'GET',
    path: '/v1/teams',
    tag: 'runs',
    scope: 'watch',
    summary: 'Teams that a run can be made of.',
    command: 'team list',
    response: z.object({ items: z.array(team) }),
  }),
  getTeam: operation({
    ...ofTeam,
    method: 'GET',
    path: '/v1/teams/:id',
    scope: 'watch',
    summary: 'One team.',
    command: 'team show',
    response: team,
  }),
  putTeam: operation({
    ...ofTeam,
    method: 'PUT',
    path: '/v1/teams/:id',
    scope: 'full',
    summary: 'Makes or replaces a team of your own. Runs that have begun keep theirs.',
    command: 'team put',
    body: teamWish,
    example: {
      name: 'Release',
      scene: 'A release with its notes.',
      roles: [
        { role: 'Planner', is_planner: true, task: 'You plan, and do no task yourself.' },
        { role: 'Writer', task: 'You write the notes.', template: 'chat:claude' },
      ],
    },
    response: team,
    errors: ['invalid_transition', 'quota_exceeded', 'seal_locked'],
  }),
  removeTeam: operation({
    ...ofTeam,
    method: 'DELETE',
    path: '/v1/teams/:id',
    scope: 'full',
    summary: 'Removes a team of your own. Its runs stay.',
    command: 'team remove',
    response: z.object({ deleted: z.literal(true) }),
    errors: ['not_found', 'invalid_transition'],
  }),
  exportTeam: operation({
    ...ofTeam,
    method: 'GET',
    path: '/v1/teams/:id/export',
    scope: 'watch',
    summary: 'The team to give to others: it names no conversation and no folder of yours.',
    command: 'team export',
    response: sharedTeam,
  }),
  importTeam: operation({
    ...plain,
    method: 'POST',
    path: '/v1/teams/import',
    tag: 'runs',
    scope: 'full',
    summary: 'Takes a team of somebody else. Nothing of it runs by that.',
    command: 'team import',
    body: sharedTeam,
    example: {
      baton_team: 1,
      team_id: 'release',
      name: 'Release',
      roles: [
        { role: 'Planner', is_planner: true, task: 'You plan, and do no task yourself.' },
        { role: 'Writer', task: 'You write the notes.' },
      ],
    },
    response: team,
    status: 201,
    errors: ['quota_exceeded', 'seal_locked'],
  }),
  exportSealedTeams: operation({
    ...plain,
    method: 'POST',
    path: '/v1/teams/export-sealed',
    tag: 'runs',
    scope: 'full',
    summary: 'Teams that are not built in, whole, as a file that opens with a passphrase.',
    body: z.strictObject({
      passphrase: newPassphrase,
      teams: z.array(z.string().max(60)).min(1).max(100).optional().meta({
        description: 'Left out: all.',
      }),
    }),
    example: { passphrase: 'correct horse battery staple' },
    response: sealedExport,
    errors: ['not_found'],
  }),
  importSealedTeams: operation({
    ...plain,
    method: 'POST',
    path: '/v1/teams/import-sealed',
    tag: 'runs',
    scope: 'full',
    summary: 'Takes teams out of such a file, as those of somebody else.',
    body: sealedFile,
    example: {
      passphrase: 'correct horse battery staple',
      file: '{"baton_sealed":"team-presets.v1"}',
    },
    response: sealedImport,
    errors: ['seal_locked'],
  }),
};
