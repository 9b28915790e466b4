import { describe, expect, test } from 'vitest';

import { refusedCommand } from '../../../conductor/src/text-risk/role-commands.ts';

// A role of a team may not be told to run some commands, or none but some. A planner writes the text, and knows the list.

const DENIED = { allow: null, deny: ['git push', 'rm', 'ssh', 'dd', 'npm publish'] };
const ALLOWED = { allow: ['ls', 'npm test', 'git *'], deny: ['git push'] };

const shells = ['bash', 'zsh', 'dash', 'ksh', null, 'fish', 'powershell'] as const;

describe('a role that may not be told some commands', () => {
  test.each([
    'git push',
    'git  push',
    '"git" push',
    "g'i't push",
    'git "pu"sh',
    'git -C there push',
    'git -Cthere push',
    'git -c a=b push',
    'git -c alias.x=push x',
    'git --exec-path=. push',
    'git --no-pager -P push origin',
    '/usr/bin/git push',
    'GIT push',
    'git.exe push',
    'env git push',
    'CI=1 git push',
    'nice -n 5 git push',
    'xargs git push',
    'ls && git push',
    'ls | git push',
    'ls\ngit push',
    'git p?sh',
    'git pus*',
    'git *',
    'g?t push',
    '*/git push',
    'git $X',
    'git push>x',
    'git pu\\sh',
    'sh -c "git push"',
    "sh -c 'git push'",
    'sh -c "ls;git push"',
    'sh -c \'g""it push\'',
    'sh -c "r\'\'m x"',
    'sh -c \'r"m" x\'',
    "sh -c 's\\sh host'",
    "sh -c 'd\\d if=a of=b'",
    'bash -lc "ls&&rm x"',
    'find . -exec rm x',
    'busybox rm x',
    'env -S "rm x"',
    'r*',
    './rm x',
    'rm',
    'npm --prefix x publish',
    'npm p?blish',
    '. rm',
    'time rm x',
    'command -p rm x',
    'exec rm x',
    'git push # ls',
  ])('is not told %s', (text) => {
    for (const name of shells)
      expect({ name, refused: refusedCommand(text, DENIED, { name }) !== null }).toEqual({
        name,
        refused: true,
      });
  });

  test.each(['ls *.ts', 'git log -p', 'git stash list', 'cat r*', 'git log r*', 'grep push a.txt'])(
    'is told the rest: %s',
    (text) => expect(refusedCommand(text, DENIED, { name: 'bash' })).toBeNull(),
  );
});

describe('a role that may be told some commands alone', () => {
  test.each([
    'LS=1 ls',
    'CI=1 ls',
    './ls',
    '/bin/ls',
    'bin/ls',
    '..\\ls',
    'l?',
    'ls; rm x',
    'ls | sh',
    'ls > x',
    'ls >/dev/null/x',
    'ls 2> x',
    'ls &',
    'ls `rm x`',
    'ls "$(rm x)"',
    'ls <(rm x)',
    'ls ${x:=y}',
    'ls {a,b}',
    'ls\\\nx',
    'ls\u00a0x',
    'ls\rrm x',
    'ls\u2028rm x',
    'npm  run test',
    'npm tes?',
    'npm te*t',
    "npm 'test x'",
    'npm -g test',
    'npm',
    'alias ls=rm',
    'ls() { rm x; }',
    'git p?sh',
    'git pus*',
    '! ls',
    'if ls; then rm; fi',
    '[ ls ]',
    'coproc ls',
    "'ls -l'",
    '"" ls',
    '#ls',
    `ls ${'x'.repeat(2_000)}`,
  ])('is not told %s', (text) => {
    for (const name of shells)
      expect({ name, refused: refusedCommand(text, ALLOWED, { name }) !== null }).toEqual({
        name,
        refused: true,
      });
  });
});
