import { describe, expect, test } from 'vitest';

import { refusedCommand } from '../../../../conductor/src/features/runs/risk/role-commands.ts';

const to = (isShell: boolean) => ({ isShell, platform: 'linux' }) as const;
const by = (list: 'allow' | 'deny', command: string) => ({ by: list, command });

describe('FR-202: a shell may be told', () => {
  const told = (text: string) =>
    refusedCommand(
      text,
      { allow: ['npm test', 'ls', 'git *', 'sudo ls'], deny: ['git push'] },
      to(true),
    );

  test.each([
    'npm test',
    'npm test -- --run',
    'ls -l | ls',
    '/usr/bin/git status\ngit -C there log',
    'sudo ls /root',
    'ls "$HOME"',
  ])('what its role lists: %s', (text) => {
    expect(told(text)).toBeNull();
  });

  test.each([
    ['git push', by('deny', 'git push')],
    ['git -C there push origin', by('deny', 'git push')],
    ['ls && sudo git push', by('deny', 'git push')],
    ['ls; g\\it "pu"sh', by('deny', 'git push')],
    ['ls "$(git push)"', by('deny', 'git push')],
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
});

describe('FR-202: an assistant is not told to run', () => {
  const told = (text: string) =>
    refusedCommand(text, { allow: null, deny: ['git push', 'make', 'npm pub*'] }, to(false));

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
