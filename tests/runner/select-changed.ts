import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';
import { areaOf } from './areas.ts';
import { changesSince, filesOf } from './changed-files.ts';
import { type Conventions, reachedBy } from './reach.ts';

/** The test files that a change can reach. */
export interface Selection {
  readonly files: readonly string[];
  readonly needsBrowsers: boolean;
  /** Files taken and left out, with the reasons, for a person. */
  readonly told: readonly string[];
}

const TEST = /^tests\/(?!zoo\/).*\.test\.ts$/;
/** Files whose text names others. */
const SOURCE = /\.(?:[cm]?[jt]sx?|html)$/;
/** Everything stands on them. */
const ALL_STAND_ON = ['package-lock.json', 'package.json', 'vitest.config.ts', 'bootstrap.mjs'];
/** Test that depends on every file. */
const STATIC_CHECKS = 'tests/architecture/static-checks.test.ts';

/** The built extension is made of these, which nothing names. */
const BUILD = 'launcher/build-extension.ts';
const BUILT_FROM = ['extension', 'shared', 'wxt.config.ts'];
/** Tests that vitest makes it for beforehand. */
const IN_BROWSERS = /\.browser\.test\.ts$|^tests\/(?:e2e|long\/(?!conductor))\//;

/**
 * Selects the tests that a change can reach since `ref`, or since the checkout left the main branch; only those whose
 * path holds one of `filter`, where there is any.
 */
export function selectChanged(ref: string | null, filter: readonly string[] = []): Selection {
  const { since, files: changed } = changesSince(ref);
  const tree = new Map<string, string>();
  for (const file of filesOf()) {
    const path = join(ROOT, file);
    if (existsSync(path)) tree.set(file, SOURCE.test(file) ? readFileSync(path, 'utf8') : '');
  }
  const tests = [...tree.keys()].filter((file) => TEST.test(file)).toSorted();
  const all = changed.find((file) => ALL_STAND_ON.includes(file));
  const reached =
    all === undefined ? reachedBy(changed, tree, conventionsOf(tests)) : new Set(tests);

  const isAsked = (file: string): boolean =>
    filter.length === 0 || filter.some((part) => file.includes(part));
  const quick = tests.filter((file) => areaOf(file) === null && isAsked(file));
  const files = quick.filter(
    (file) => reached.has(file) || (file === STATIC_CHECKS && changed.length > 0),
  );
  const long = tests.filter((file) => areaOf(file) !== null && reached.has(file));
  const areas = [...new Set(long.map(areaOf))];
  return {
    files,
    needsBrowsers: files.some((file) => IN_BROWSERS.test(file)),
    told: [
      `Changed since ${since}: ${count(changed.length, 'file')}${all === undefined ? '' : `; with ${all} all may change`}.`,
      `Run: ${files.length} of ${count(quick.length, 'test file')}. Left out: ${quick.length - files.length} that the change cannot reach.`,
      ...(long.length === 0
        ? []
        : [`Left out: ${count(long.length, 'long test file')} that it can reach. Run with:`]),
      ...areas.map((area) => `  npm run test:long -- --area ${area}`),
    ],
  };
}

function conventionsOf(tests: readonly string[]): Conventions {
  const building = tests.filter((file) => IN_BROWSERS.test(file));
  const all = new Map<string, readonly string[]>([[BUILD, BUILT_FROM]]);
  for (const file of building) all.set(file, [BUILD]);
  return all;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
