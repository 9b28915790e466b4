import { expect, test } from 'vitest';

import { reachedBy } from './reach.ts';

const tree = (files: Readonly<Record<string, string>>) => new Map(Object.entries(files));

/** Returns the files that a change of `changed` reaches beside itself. */
function reached(
  changed: string,
  files: Readonly<Record<string, string>>,
  conventions: Readonly<Record<string, readonly string[]>> = {},
): readonly string[] {
  const all = reachedBy([changed], tree(files), new Map(Object.entries(conventions)));
  return [...all].filter((file) => file !== changed).toSorted();
}

test('a change reaches what imports it, and what imports that, in a circle too', () => {
  const files = {
    'a/leaf.ts': `import type { B } from './b.ts';`,
    'a/b.ts': `import { leaf } from "./leaf.ts";`,
    'tests/b.test.ts': `import { b } from '../a/b.ts';`,
    'tests/c.test.ts': `import { c } from '../a/c.ts';`,
    'a/c.ts': '',
  };
  expect(reached('a/leaf.ts', files)).toEqual(['a/b.ts', 'tests/b.test.ts']);
});

test('what is started, read or listed is named as well as what is imported', () => {
  const files = {
    'service/main.ts': '',
    'tests/by-root.test.ts': `spawn(node, ['service/main.ts']);`,
    'tests/by-url.test.ts': `new URL('../service/main.ts', import.meta.url)`,
    'tests/by-parts.test.ts': `join(\n  ROOT,\n  'service',\n  'main.ts',\n)`,
    'tests/by-folder.test.ts': `readdirSync(join(ROOT, 'service'))`,
    'tests/by-template.test.ts': 'read(`service/${name}.ts`)',
    'tests/by-nobody.test.ts': `const service = 'service'; join('..', '..');`,
  };
  expect(reached('service/main.ts', files)).toEqual([
    'tests/by-folder.test.ts',
    'tests/by-parts.test.ts',
    'tests/by-root.test.ts',
    'tests/by-template.test.ts',
    'tests/by-url.test.ts',
  ]);
});

test('a file that is gone, or new in a folder, reaches those that name it or the folder', () => {
  const files = {
    'tests/gone.test.ts': `import { gone } from '../a/gone.ts';`,
    'tests/all.test.ts': `readdirSync('./fixtures/all')`,
  };
  expect(reached('a/gone.ts', files)).toEqual(['tests/gone.test.ts']);
  expect(reached('tests/fixtures/all/new.txt', files)).toEqual(['tests/all.test.ts']);
});

test('a path that begins with a dot is from the file’s own folder alone', () => {
  const files = { 'pages/a.ts': '', 'b/c.ts': `const beside = './pages';`, 'c.ts': `'./pages'` };
  expect(reached('pages/a.ts', files)).toEqual(['c.ts']);
});

test('a comment names nothing', () => {
  const files = {
    'a/leaf.ts': '',
    'tests/a.test.ts': `// As 'a/leaf.ts' has it.\n/** See 'a/leaf.ts'. */\nconst a = 1;`,
  };
  expect(reached('a/leaf.ts', files)).toEqual([]);
});

test('what a tool takes by itself is named by a convention', () => {
  const files = { 'pages/popup.ts': '', 'build.ts': '', 'tests/popup.test.ts': '' };
  const conventions = { 'build.ts': ['pages'], 'tests/popup.test.ts': ['build.ts'] };
  expect(reached('pages/popup.ts', files, conventions)).toEqual([
    'build.ts',
    'tests/popup.test.ts',
  ]);
});
