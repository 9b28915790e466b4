import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { spawnBaton } from '../../kit/run-baton.ts';
import { GOAL, runWorld } from '../../kit/run-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';

type Exported = ResponseOf<'exportSealedRuns'> & { readonly field?: string };

type Imported = ResponseOf<'importSealedRuns'> & { readonly field?: string };

const PASSPHRASE = 'correct horse battery staple';

const TEAM = {
  name: 'Release',
  scene: 'A release with its notes.',
  roles: [
    { role: 'Planner', is_planner: true, task: 'You plan.' },
    {
      role: 'Writer',
      task: 'You write the canarynotes.',
      template: 'conversation:mine',
      rules: [
        { tool: 'conductor::*', decision: 'run' },
        { tool: 'terminal::*', decision: 'deny' },
      ],
    },
  ],
};

const world = () => runWorld();

test('FR-105: runs that are over leave in a file that opens with its passphrase alone, and come in to be read', async () => {
  const old = await world();
  const { run_id: id } = await old.start();
  await old.accept(id);
  const { report, plan } = await old.reaches(id, 'finished');
  const { run_id: open } = await old.start({ draft: true });
  const exported = await old.ask<Exported>('POST', '/v1/runs/export-sealed', {
    passphrase: PASSPHRASE,
  });
  expect(exported).toMatchObject({
    name: 'runs.v1.enc',
    items: 1,
    left_out: [{ what: open, why: 'It is not over.' }],
  });
  expect(exported.file).not.toContain('changelog');

  const other = await world();
  const take = (body: object) => other.ask<Imported>('POST', '/v1/runs/import-sealed', body);
  const { file } = exported;
  expect(await take({ file, passphrase: 'another one' })).toMatchObject({
    field: 'body.passphrase',
  });
  // Without its last line it would pass for a whole one.
  const shortened = file.trimEnd().split('\n').slice(0, -1).join('\n');
  expect(await take({ file: shortened, passphrase: PASSPHRASE })).toMatchObject({
    field: 'body.passphrase',
  });
  expect(await take({ file: 'anything', passphrase: PASSPHRASE })).toMatchObject({
    field: 'body.file',
  });
  expect(await take({ file, passphrase: PASSPHRASE })).toEqual({ taken: [id], left_out: [] });
  expect(await other.shown(id)).toMatchObject({
    goal: GOAL,
    status: 'finished',
    conclusion: 'Keep it by hand.',
    report: report.map(({ section, text }) =>
      section === 'who' ? { section } : { section, text },
    ),
    plan: plan.map(({ title, result, status }) => ({ title, result, status })),
  });
  expect(await take({ file, passphrase: PASSPHRASE })).toEqual({
    taken: [],
    left_out: [{ what: id, why: 'A run of that id is here.' }],
  });

  // Its words are somebody's: no worker is told them.
  expect(await other.post(id, 'reopen')).toMatchObject({ code: 'invalid_transition' });
  expect(await other.shown(id)).toMatchObject({ status: 'finished' });
  // They lie sealed here too.
  const rows = ['runs', 'run_workers', 'run_tasks'].flatMap((table) =>
    other.conductor.rows<object>(`select * from ${table}`),
  );
  expect(rows).toHaveLength(1 + 2 + 2);
  expect(JSON.stringify(rows)).not.toMatch(/changelog|Find the ways/);
});

test('FR-101: teams leave whole in such a file, and what they do not bring is said', async () => {
  const old = await world();
  await old.ask('PUT', '/v1/teams/release', TEAM);
  const asked = { passphrase: PASSPHRASE, teams: ['release'] };
  const { file, name } = await old.ask<Exported>('POST', '/v1/teams/export-sealed', asked);
  expect(name).toBe('team-presets.v1.enc');
  expect(file).not.toContain('canarynotes');
  const body = { passphrase: PASSPHRASE, file };
  expect(await old.ask('POST', '/v1/runs/import-sealed', body)).toMatchObject({
    field: 'body.file',
  });
  expect(await old.ask<Imported>('POST', '/v1/teams/import-sealed', body)).toEqual({
    taken: ['release-2'],
    left_out: [
      {
        what: 'release-2, Writer',
        why: 'What it is made of, conversation:mine, may be another thing here.',
      },
      { what: 'release-2, Writer', why: 'Its rules that let something run: 1.' },
    ],
  });
  expect(await old.ask('GET', '/v1/teams/release-2')).toMatchObject({
    source: 'imported',
    roles: [{}, { template: null, rules: [{ decision: 'deny' }] }],
  });
});

test('a file is written once, for its owner alone, and its passphrase comes from a file or from standard input', async () => {
  const { conductor } = await world();
  const dir = tempDir();
  const [file, secret] = [join(dir, 'runs.v1.enc'), join(dir, 'secret')];
  writeFileSync(secret, `${PASSPHRASE}\nnotes\n`);
  const baton = (args: readonly string[], input?: string) =>
    spawnBaton(args, {
      env: { BATON_DATA_DIR: conductor.dataDir },
      ...(input !== undefined && { input }),
    });
  const exporting = ['run', 'export-sealed', file];
  expect(await baton(exporting, `${PASSPHRASE}\n`)).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await baton(exporting, PASSPHRASE)).toMatchObject({ code: 2 });
  expect(await baton(['run', 'import-sealed', file, '--passphrase-file', secret])).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 runs taken.'),
  });
  const other = await baton(['team', 'import-sealed', file], PASSPHRASE);
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('team-presets.v1') });
});
