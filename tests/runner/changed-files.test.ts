import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { changesSince, filesOf } from './changed-files.ts';

let root: string;
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const write = (file: string, text: string) => writeFileSync(join(root, file), text);

/** `main` goes on after the branch has left it. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-changed-'));
  git('init', '-q', '-b', 'main');
  for (const file of ['kept', 'edited', 'removed', 'öl', 'moved']) write(file, `${file}\n`);
  write('.gitignore', 'ignored\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('switch', '-qc', 'branch');
  write('edited', 'anew\n');
  git('mv', 'moved', 'where');
  git('commit', '-qam', 'second');
  git('switch', '-q', 'main');
  write('of main', '');
  git('add', '.');
  git('commit', '-qm', 'third');
  git('switch', '-q', 'branch');
  write('öl', 'anew\n');
  write('new file', '');
  write('ignored', '');
  rmSync(join(root, 'removed'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('counts from where the branch left main, with what is not committed', () => {
  const { since, files } = changesSince(null, root);
  expect(files).toEqual(['edited', 'moved', 'new file', 'removed', 'where', 'öl']);
  expect(since).toMatch(/^[0-9a-f]{9} \(where it left main\)$/);
});

test('counts from a commit that is named', () => {
  expect(changesSince('HEAD', root)).toEqual({
    since: 'HEAD',
    files: ['new file', 'removed', 'öl'],
  });
});

test.each(['nowhere', '--output=x'])('%s is no commit', (ref) => {
  expect(() => changesSince(ref, root)).toThrow(
    `--changed: is a commit, a branch or a tag (it was ${ref}).`,
  );
});

test('files are those that git knows or would take', () => {
  expect(filesOf(root)).toEqual(expect.arrayContaining(['kept', 'new file', 'where', 'öl']));
  expect(filesOf(root)).not.toContain('ignored');
});
