import { describe, expect, it, test } from 'vitest';

import {
  isErrorLine,
  lastLines,
  NOTHING_SEEN,
  readStatus,
  type SeenOutput,
  seeLines,
  type TerminalView,
} from '../../../../../conductor/src/features/teams/runs/screens/read-status.ts';
import {
  patternFiles,
  patternsOf,
  type ScreenProgram,
} from '../../../../../conductor/src/features/teams/runs/screens/screen-patterns.ts';
import { timed } from '../../../../kit/timed.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const viewOf = (screen: string, more: Partial<TerminalView> = {}): TerminalView => ({
  lines: screen.split('\n'),
  saysIdle: null,
  exit: null,
  ...more,
});

function statusOf(
  screen: string,
  quietMs: number,
  program: ScreenProgram = 'claude-code',
  more: Partial<TerminalView> = {},
  seen: SeenOutput = NOTHING_SEEN,
) {
  const times = { now: quietMs, lastOutputAt: 0 };
  return readStatus(viewOf(screen, more), seen, patternsOf(program), times);
}

const screens = (kind: 'working' | 'question' | 'prompt' | 'none') =>
  patternFiles().flatMap(({ program, screens: all }) =>
    all[kind].map((screen) => ({ program, screen })),
  );

describe('the screen of a program', () => {
  it.each(screens('working'))('of $program says that it works: $screen', ({ program, screen }) => {
    expect(statusOf(screen, 5 * MINUTE, program)).toMatchObject({
      status: 'running',
      question: null,
    });
    expect(statusOf(screen, 10 * MINUTE, program)).toMatchObject({ status: 'stuck' });
  });

  it.each(screens('question'))('of $program asks: $screen', ({ program, screen }) => {
    const { status, source, question } = statusOf(screen, 0, program);
    expect({ status, source }).toEqual({ status: 'idle', source: 'guessed' });
    expect(question).not.toBeNull();
    expect(screen).toContain(question);
  });

  it.each(screens('prompt'))('of $program waits: $screen', ({ program, screen }) => {
    expect(statusOf(screen, 29 * SECOND, program).status).toBe('running');
    expect(statusOf(screen, 30 * SECOND, program)).toMatchObject({
      status: 'idle',
      question: null,
    });
    expect(statusOf(screen, 60 * MINUTE, program).status).toBe('idle');
  });

  it.each(screens('none'))('of $program says nothing: $screen', ({ program, screen }) => {
    expect(statusOf(screen, 0, program)).toMatchObject({ status: 'running', question: null });
    expect(statusOf(screen, 30 * SECOND, program).status).toBe('idle');
    expect(statusOf(screen, 10 * MINUTE, program).status).toBe('stuck');
  });
});

test('a question that was answered is none', () => {
  const answered = 'Do you want to continue? [Y/n] y\nUnpacking…\nme@host:~$';
  expect(statusOf(answered, 0, 'shell').question).toBeNull();
});

test('what a program says of itself is not guessed', () => {
  const said = { source: 'said', question: null, errorCount: 0 };
  expect(statusOf('', 0, 'shell', { exit: { code: 0 } })).toEqual({ ...said, status: 'completed' });
  expect(statusOf('', 0, 'shell', { exit: { code: 2 } })).toEqual({ ...said, status: 'error' });
  expect(statusOf('', 0, 'shell', { exit: { code: null } })).toEqual({ ...said, status: 'error' });
  expect(statusOf('x', 0, 'shell', { saysIdle: true })).toEqual({ ...said, status: 'idle' });
  expect(statusOf('$', 40 * SECOND, 'shell', { saysIdle: false }).status).toBe('running');
});

describe('errors', () => {
  const shell = patternsOf('shell');
  it.each([
    'error: no such file',
    'Error: it failed',
    'TypeError: x is undefined',
    'src/a.ts(1,2): error TS2322: no',
    'npm ERR! code 1',
    'fatal: not a git repository',
    'bash: fatal: no',
    '3 failed, 12 passed',
    '1 error found',
    'FAILED tests/a.py',
    'Traceback (most recent call last):',
    '错误：文件不存在',
    '✗ adds two numbers',
    'panic: runtime error',
    '0 errors, 2 failed',
  ])('are reported by: %s', (line) => {
    expect(isErrorLine(line, shell)).toBe(true);
  });

  it.each([
    '0 failed, 12 passed',
    'Found 0 errors.',
    'no errors',
    'errors: 0',
    'Errors: 0, Failures: 0',
    'failed=0',
    'finished without errors',
    'No type errors found',
    '没有错误',
    'the error handling is better now',
    'const error = null',
    'wrote errors.ts',
    'All tests passed',
  ])('are not reported by: %s', (line) => {
    expect(isErrorLine(line, shell)).toBe(false);
  });

  it('make a status once there are three of them, however often each is drawn', () => {
    const first = seeLines(NOTHING_SEEN, ['error: a', 'error: a', 'error: b'], shell);
    const again = seeLines(first, ['error: a', '0 failed', 'fine'], shell);
    expect(statusOf('x', 0, 'shell', {}, again)).toMatchObject({
      status: 'running',
      errorCount: 2,
    });
    const third = seeLines(again, ['│ error: c │'], shell);
    expect(statusOf('x', 0, 'shell', {}, third)).toMatchObject({ status: 'error', errorCount: 3 });
  });
});

test('a program that says that it is done has completed once it waits', () => {
  const patterns = { ...patternsOf('shell'), completed: [/^all done$/i] };
  const seen = seeLines(NOTHING_SEEN, ['All done'], patterns);
  const at = (screen: string) =>
    readStatus(viewOf(screen), seen, patterns, { now: 0, lastOutputAt: 0 }).status;
  expect(at('All done\nand more')).toBe('running');
  expect(at('All done\nme@host:~$')).toBe('completed');
});

test('the last lines are those for people', () => {
  const lines = [
    'one',
    '',
    '__MPS_TOOL__ {}',
    '● __MPS_TOOL_RESULT__ {}',
    'x'.repeat(3_000),
    'two',
  ];
  expect(lastLines(lines, 20)).toEqual(['one', 'x'.repeat(2_048), 'two']);
  expect(lastLines(lines, 1)).toEqual(['two']);
});

test.each(['a', ' ', '-', '─', ': ', 'error ', '0 ', 'a/', '$', '# ', '密码'])(
  'a screen full of %j is read in time',
  (part) => {
    const line = part.repeat(2_048 / part.length);
    const lines = Array.from({ length: 50 }, () => line);
    for (const { program } of patternFiles()) {
      const { tookMs } = timed(() => {
        const seen = seeLines(NOTHING_SEEN, lines, patternsOf(program));
        readStatus(viewOf(lines.join('\n')), seen, patternsOf(program), {
          now: 0,
          lastOutputAt: 0,
        });
      });
      expect(tookMs).toBeLessThan(500);
    }
  },
);
