import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import { FEATURES } from '../../conductor/src/features.ts';
import { ROOT } from '../../launcher/root.ts';
import table from '../../rooms.json' with { type: 'json' };
import { withRooms } from '../../launcher/rooms-table.ts';
import { runTool } from '../kit/run-tool.ts';
import { BREACHES, FILE_IN, TARGETS } from './breaches.ts';

const ROOMS = [
  'bench',
  'chaos',
  'shared',
  'conductor',
  'extension',
  'face',
  'look',
  'playground',
  'launcher',
  'worker',
  'tests',
];
const CONFIG = '.dependency-cruiser.cjs';
const TABLE = 'rooms.json';

const texts = z.array(z.string());
const Rules = z.object({
  forbidden: z.array(
    z.object({
      name: z.string(),
      from: z.object({ path: z.string().optional() }),
      to: z.object({
        path: z.union([z.string(), texts]).optional(),
        pathNot: z.union([z.string(), texts]).optional(),
        dependencyTypes: texts.optional(),
      }),
    }),
  ),
});
type Rule = z.infer<typeof Rules>['forbidden'][number];
const RULES = Rules.parse(createRequire(import.meta.url)(join(ROOT, CONFIG))).forbidden;

const Cruise = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(
      z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) }),
    ),
    ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string() })) }),
  }),
});

async function cruise(cwd: string, rooms: readonly string[]) {
  const args = ['--config', CONFIG, '--output-type', 'json', ...rooms];
  const { output } = await runTool('depcruise', args, { cwd });
  return Cruise.parse(JSON.parse(output.slice(0, output.lastIndexOf('}') + 1)));
}

test('no import goes through a wall, and every file stands in a room', async () => {
  const { summary, modules } = await cruise(
    ROOT,
    ROOMS.filter((room) => existsSync(join(ROOT, room))),
  );
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  expect(broken).toEqual([]);
  // A cruiser that cannot read the sources sees no violation either.
  expect(summary.totalCruised).toBeGreaterThan(100);
  const rooms = RULES.flatMap(({ name, from }) =>
    name.startsWith('rooms of ') && from.path !== undefined ? [new RegExp(from.path)] : [],
  );
  // Tests may import all, so no rule is made of their row.
  const ours = new RegExp(
    `^(${ROOMS.filter((room) => room !== 'tests').join('|')})/.*\\.[cm]?[jt]sx?$`,
  );
  const astray = modules.filter(
    ({ source }) => ours.test(source) && !rooms.some((room) => room.test(source)),
  );
  expect(astray).toEqual([]);
});

test('the table has the features in the order in which the conductor starts them', () => {
  expect(table.features.map((path) => path.split('/')[1])).toEqual(
    FEATURES.map(({ name }) => name),
  );
});

test('ARCHITECTURE.md has the table of rooms that `npm run generate` writes', async () => {
  const document = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  expect(await withRooms(document)).toBe(document);
});

const list = (patterns: string | readonly string[] | undefined): RegExp[] =>
  [patterns ?? []].flat().map((pattern) => new RegExp(pattern));

/** Returns an import that a file of a room may not have, by one rule made of its row. */
function forbiddenBy({ to }: Rule, file: string): string | undefined {
  if (to.dependencyTypes?.includes('core') === true) return 'node:fs';
  if (to.dependencyTypes !== undefined) return 'oxfmt';
  const within = list(to.path);
  const without = list(to.pathNot);
  const target = TARGETS.find(
    (one) =>
      within.some((pattern) => pattern.test(one)) && !without.some((pattern) => pattern.test(one)),
  );
  if (target === undefined) return undefined;
  const path = relative(dirname(file), target);
  return path.startsWith('.') ? path : `./${path}`;
}

/** A file that breaks one rule made of a row of the table, and what it imports. */
function breachOf(rule: Rule, place: number): readonly [file: string, imported: string] {
  const words = rule.name.replace(/^(rooms of|types alone for|packages of) /, '');
  const kind = Object.keys(FILE_IN).find((name) => words === name || words.startsWith(`${name} `));
  const folder = rule.from.path?.replace(/^\^/, '') ?? '';
  const inRoom = kind === undefined ? `${folder}planted.ts` : (FILE_IN[kind] ?? '');
  const feature = kind === undefined ? '' : words.slice(kind.length).trim();
  const file = inRoom.replace('<f>', feature).replace('planted', `planted-${place}`);
  return [file, forbiddenBy(rule, file) ?? ''];
}

const MADE = /^(rooms of|types alone for|packages of) /;

test('every wall stops the import it is there for', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'baton-walls-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const write = (file: string, source: string): void => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), source);
  };
  for (const name of [CONFIG, TABLE, 'tsconfig.base.json', 'package.json']) {
    copyFileSync(join(ROOT, name), join(dir, name));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  for (const file of TARGETS) write(file, 'export const value = 1;\n');
  write('launcher/two.ts', `export * from './one.ts';\n`);
  const planted = RULES.filter(({ name }) => MADE.test(name)).map(
    (rule, place) => [rule.name, ...breachOf(rule, place)] as const,
  );
  const imports = Map.groupBy(
    [...BREACHES, ...planted.map(([, file, imported]) => [file, imported] as const)],
    ([file]) => file,
  );
  for (const [file, all] of imports) {
    const lines = all.map(([, from], index) => `import * as other${index} from '${from}';\n`);
    write(
      file,
      `${lines.join('')}export const value = () => [${all.map((_one, n) => `other${n}`).join()}];\n`,
    );
  }

  const { summary } = await cruise(dir, ROOMS);
  const found = new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`));
  const broken = new Set(summary.violations.map(({ rule }) => rule.name));
  for (const [rule, file] of planted) expect.soft(found).toContain(`${rule} ${file}`);
  for (const [file, imported] of BREACHES) {
    const stopped = summary.violations.some(({ from }) => from === file);
    expect.soft([file, imported, stopped]).toEqual([file, imported, true]);
  }
  expect(RULES.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
});
