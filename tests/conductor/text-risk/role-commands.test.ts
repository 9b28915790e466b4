import { describe, expect, test } from 'vitest';

import { refusedCommand } from '../../../conductor/src/text-risk/role-commands.ts';

const BASH = { name: 'bash' } as const;
const by = (list: 'allow' | 'deny', command: string) => ({ by: list, command });

describe('FR-202: a shell may be told', () => {
  const told = (text: string, shell: { name: string | null } = BASH) =>
    refusedCommand(
      text,
      { allow: ['npm test', 'ls', 'git *', 'sudo ls'], deny: ['git push'] },
      shell,
    );

  test.each([
    'npm test',
    'npm test -- --run',
    'ls -l | ls',
    'git status\ngit -C there log',
    'sudo ls /root',
    "ls 'a b'",
    'ls 2>/dev/null',
  ])('what its role lists: %s', (text) => {
    expect(told(text)).toBeNull();
  });

  test.each([
    ['git push', by('deny', 'git push')],
    ['git -C there push origin', by('deny', 'git push')],
    ['ls && sudo git push', by('deny', 'git push')],
    ['ls; git "pu"sh', by('deny', 'git push')],
    ['/usr/bin/git push', by('deny', 'git push')],
    ['ls "$(git push)"', by('allow', 'ls "$(git push)"')],
    ['/usr/bin/git status', by('allow', '/usr/bin/git status')],
    ['ls >there', by('allow', 'ls >there')],
    ['ls $X', by('allow', 'ls $X')],
    ['l* -l', by('allow', 'l* -l')],
    ['CI=1 ls', by('allow', 'ls')],
    ["sh -c 'git push'", by('deny', 'git push')],
    ['npm install', by('allow', 'npm install')],
    ['ls\nrm -rf build', by('allow', 'rm -rf build')],
    ['sudo rm x', by('allow', 'sudo rm x')],
    ['$X push', by('allow', '$X push')],
    ['PATH=. ls', by('allow', 'PATH=. ls')],
    ['> there', by('allow', '> there')],
    ["ls 'open", by('allow', "ls 'open")],
  ])('nothing else: %s', (text, refused) => {
    expect(told(text)).toEqual(refused);
  });

  test.each([null, 'powershell', 'cmd', 'fish'])(
    'by words that every shell reads alike, where it is %s',
    (name) => {
      expect(told('npm test -- --run', { name })).toBeNull();
      for (const text of [
        "npm test 'x & del y'",
        'npm test %X%',
        'npm test; ls',
        'ls @x',
        'ls\nls',
      ])
        expect(told(text, { name })?.by, text).toBe('allow');
    },
  );
});

test('FR-202: a program without a folder allows that name alone', () => {
  const lists = { allow: ['*lint'], deny: [] };
  expect(refusedCommand('oxlint', lists, BASH)).toBeNull();
  expect(refusedCommand('/opt/oxlint', lists, BASH)).toEqual(by('allow', '/opt/oxlint'));
});

describe('FR-202: an assistant is not told to run', () => {
  const told = (text: string) =>
    refusedCommand(text, { allow: null, deny: ['git push', 'make', 'npm pub*'] }, null);

  test.each([
    'Make it shorter, and push back where git is wrong.',
    'git is fine. Push nothing.',
    'Write how npm works.',
  ])('what only sounds like it: %s', (text) => {
    expect(told(text)).toBeNull();
  });

  test.each([
    ['Then git push, and tell me.', 'git push'],
    ['用 git -C there push 推送', 'git push'],
    ['`git` `push`', 'git push'],
    ['Run make.', 'make'],
    ['```\ncd there && make\n```', 'make'],
    ['npm publish', 'npm pub*'],
    ['g\u200Bit push', 'git push'],
  ])('what its role denies: %j', (text, command) => {
    expect(told(text)).toEqual(by('deny', command));
  });
});
