import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../../launcher/root.ts';
import { runTool } from '../support/run-tool.ts';

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
  'tests',
];
const CONFIG = '.dependency-cruiser.cjs';

const Cruise = z.object({
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
  const { output } = await runTool('depcruise', args, cwd);
  return Cruise.parse(JSON.parse(output.slice(0, output.lastIndexOf('}') + 1))).summary;
}

test('no import goes through a wall', async () => {
  const { totalCruised, violations } = await cruise(
    ROOT,
    ROOMS.filter((room) => existsSync(join(ROOT, room))),
  );
  expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  // A cruiser that cannot read the sources sees no violation either.
  expect(totalCruised).toBeGreaterThan(100);
});

/** Those of the conductor, as the walls' table has them. */
const FEATURES = readdirSync(join(ROOT, 'conductor/src/features')).toSorted(
  (a, b) => Number(b === 'browsers') - Number(a === 'browsers'),
);

/** One break of every wall: the rule, the file that breaks it, and what that file imports. */
const BREAKS: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['no-cycles', 'launcher/one.ts', './two.ts'],
  ['no-unresolved', 'launcher/lost.ts', './nowhere.ts'],
  ['shared-is-a-leaf', 'shared/lib/reads.ts', 'node:fs'],
  ['protocol-has-one-door', 'conductor/src/peeks.ts', '../../shared/protocol/frames.ts'],
  ['conductor-not-extension', 'conductor/src/crosses.ts', '../../extension/messages/leaf.ts'],
  ['extension-not-conductor', 'extension/background/crosses.ts', '../../conductor/src/target.ts'],
  ['playground-stands-alone', 'playground/knows.ts', '../shared/lib/leaf.ts'],
  ['face-asks-by-the-contract', 'face/peeks.ts', '../shared/protocol/frames.ts'],
  ['face-takes-types-of-operations', 'face/grows.tsx', '../shared/api/leaf.ts'],
  ['nobody-needs-face', 'launcher/draws.ts', '../face/leaf.tsx'],
  ['look-is-a-leaf', 'look/grows.ts', '../shared/lib/leaf.ts'],
  ['nobody-needs-chaos', 'launcher/breaks.ts', '../chaos/leaf.ts'],
  ['chaos-judges-apart', 'chaos/check/plays.ts', '../world/leaf.ts'],
  ['engine-knows-no-feature', 'conductor/src/engine/knows.ts', '../features/settings/feature.ts'],
  ['grammar-is-pure', 'conductor/src/baa/reads.ts', 'node:fs'],
  ...FEATURES.map(
    (feature, place) =>
      [
        `${feature}-enters-by-doors`,
        `conductor/src/features/${feature}/crosses.ts`,
        // The first enters another at all, the others go round a door.
        place === 0 ? '../settings/feature.ts' : '../browsers/inside.ts',
      ] as const,
  ),
  ['steps-are-pure', 'conductor/src/features/settings/steps/reads.ts', 'node:fs'],
  ['engines-have-their-files', 'conductor/src/features/settings/asks.ts', 'better-sqlite3'],
  [
    'stores-know-no-feature',
    'conductor/src/stores/sqlite/calls.ts',
    '../../features/settings/feature.ts',
  ],
  ['edges-not-stores', 'conductor/src/edges/http/stores.ts', '../../stores/sqlite/rows.ts'],
  ['edges-stand-apart', 'conductor/src/edges/http/streams.ts', '../bridge/socket.ts'],
  ['nothing-needs-the-whole', 'conductor/src/edges/http/starts.ts', '../../conductor.ts'],
  ['clients-speak-http', 'conductor/src/cli/peeks.ts', '../stores/sqlite/rows.ts'],
  ['platforms-are-pure', 'extension/platforms/acts.ts', '../content/page.ts'],
  ['kit-knows-no-site', 'extension/platforms/kit/chooses.ts', '../somesite/adapter.ts'],
  ['messages-are-a-leaf', 'extension/messages/grows.ts', '../content/page.ts'],
  ['i18n-is-a-leaf', 'extension/i18n/grows.ts', '../content/page.ts'],
  ['content-stays-in-its-world', 'extension/content/leaves.ts', '../background/work.ts'],
  ['content-takes-types-of-shared', 'extension/content/grows.ts', '../../shared/lib/leaf.ts'],
  ['page-stays-in-its-world', 'extension/page/leaves.ts', '../content/page.ts'],
  ['background-stays-in-its-world', 'extension/background/leaves.ts', '../content/page.ts'],
];

/** Innocent files for the breaks to import. */
const TARGETS = [
  'bench/leaf.ts',
  'chaos/leaf.ts',
  'chaos/world/leaf.ts',
  'face/leaf.tsx',
  'shared/api/leaf.ts',
  'shared/protocol/frames.ts',
  'shared/lib/leaf.ts',
  'conductor/src/target.ts',
  'conductor/src/conductor.ts',
  'conductor/src/features/browsers/inside.ts',
  'conductor/src/features/settings/feature.ts',
  'conductor/src/stores/sqlite/rows.ts',
  'conductor/src/edges/bridge/socket.ts',
  'extension/messages/leaf.ts',
  'extension/platforms/somesite/adapter.ts',
  'extension/content/page.ts',
  'extension/background/work.ts',
];

test('every wall stops the import it is there for', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'baton-walls-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const write = (file: string, source: string): void => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), source);
  };
  for (const name of [CONFIG, 'tsconfig.base.json', 'package.json']) {
    copyFileSync(join(ROOT, name), join(dir, name));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  for (const file of TARGETS) write(file, 'export const value = 1;\n');
  write('launcher/two.ts', `export * from './one.ts';\n`);
  for (const [, file, imported] of BREAKS) {
    write(file, `import * as other from '${imported}';\nexport const value = () => other;\n`);
  }

  const { violations, ruleSetUsed } = await cruise(
    dir,
    ROOMS.filter((room) => room !== 'tests'),
  );
  const found = violations.map(({ rule, from }) => `${rule.name} ${from}`);
  for (const [rule, file] of BREAKS) expect.soft(found).toContain(`${rule} ${file}`);
  const broken = new Set(BREAKS.map(([rule]) => rule));
  expect(ruleSetUsed.forbidden.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual(
    [],
  );
});
