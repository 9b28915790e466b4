import { describe, expect, it } from 'vitest';

import { previewAction } from '../../../../../../conductor/src/features/heart/actions/reviews/preview-action.ts';

type Earlier = Parameters<typeof previewAction>[1];

const preview = (tool: string, params: object, earlier: Earlier = []) =>
  previewAction({ target: 'mcp.files', tool, params: params as Record<string, string> }, earlier);

const did = (tool: string, params: object, resultText: string | null, finishedAt = 1) => ({
  tool,
  paramsJson: JSON.stringify(params),
  resultText,
  finishedAt,
});

const write = { path: 'a.md', content: 'new' };

describe('a whole text that is written', () => {
  const before = (...earlier: Earlier) => {
    const shown = preview('write_file', write, earlier);
    return shown.kind === 'text_diff' ? [shown.parts[0]?.before, shown.before_at] : shown;
  };

  it('stands beside what the conversation read or wrote there last', () => {
    expect(before(did('read_file', { path: 'a.md' }, 'old', 7))).toEqual(['old', 7]);
    expect(before(did('write_file', { path: 'a.md', content: 'own' }, 'ok', 8))).toEqual([
      'own',
      8,
    ]);
    const both = [did('write_file', { path: 'a.md', content: 'own' }, 'ok', 8)];
    expect(before(...both, did('read_file', { path: 'a.md' }, 'old', 7))).toEqual(['own', 8]);
    expect(preview('write_file', write)).toEqual({
      kind: 'text_diff',
      path: 'a.md',
      parts: [{ before: null, after: 'new' }],
      before_at: null,
      cut: false,
      rest: {},
    });
  });

  it('stands beside nothing where that is not known for sure', () => {
    const read = did('read_file', { path: 'a.md' }, 'old');
    for (const one of [
      did('read_file', { path: 'b.md' }, 'other'),
      did('read_file', { path: 'a.md', head: 3 }, 'a part'),
      did('stat_file', { path: 'a.md' }, '12 bytes'),
    ])
      expect(before(one)).toEqual([null, null]);
    for (const since of [
      did('edit_file', { path: 'a.md', edits: [] }, 'ok'),
      did('append_file', { path: 'a.md', content: 'more' }, 'ok'),
      did('delete_file', { path: 'a.md' }, 'ok'),
    ])
      expect(before(since, read)).toEqual([null, null]);
  });
});

it('an edit brings what it replaces along', () => {
  const edits = [
    { oldText: 'a', newText: 'b' },
    { oldText: 'c', newText: '' },
  ];
  expect(preview('edit_file', { path: 'a.md', edits })).toMatchObject({
    kind: 'text_diff',
    parts: [
      { before: 'a', after: 'b' },
      { before: 'c', after: '' },
    ],
  });
  const one = { file_path: 'a.md', old_string: 'x', new_string: 'y' };
  expect(preview('edit', one)).toMatchObject({
    path: 'a.md',
    parts: [{ before: 'x', after: 'y' }],
  });
});

it('a command is shown as it would be run, a message as it would be sent', () => {
  expect(preview('run', { command: 'git', args: ['log', '-1'], cwd: '/home/me' })).toEqual({
    kind: 'command',
    command: 'git log -1',
    folder: '/home/me',
    cut: false,
    rest: {},
  });
  const params = { to: 'other', text: 'Hello.' };
  expect(previewAction({ target: 'conversation', tool: 'send', params }, [])).toEqual({
    kind: 'message',
    to: 'other',
    title: null,
    text: 'Hello.',
    cut: false,
    rest: {},
  });
});

describe('what is shown leaves out nothing that the action brings', () => {
  it.each([
    ['a text beside the edit', { path: 'a.md', old_string: 'x', new_string: 'y', content: 'z' }],
    ['a list beside the edits', { path: 'a.md', edits: [{ search: 'x', replace: 'y' }], also: [] }],
    ['a param beside the command', { command: 'ls', env: { LD_PRELOAD: '/tmp/x.so' } }],
    ['args that are no list', { command: 'ls', args: '; rm -rf ~' }],
    ['folders, two of them', { command: 'ls', cwd: '/a', folder: '/b' }],
    ['a param beside the text', { path: 'a.md', content: 'x', mode: 'append' }],
  ])('%s', (_what, params) => {
    const shown = preview('write_file', params);
    if (shown.kind === 'params') throw new Error('it is shown by its params');
    const { rest, ...look } = shown;
    for (const [name, value] of Object.entries(params)) {
      const seen = JSON.stringify(look).includes(
        JSON.stringify(Array.isArray(value) ? 'x' : value).slice(1, -1),
      );
      expect([name, seen || name in rest]).toEqual([name, true]);
    }
    expect(Object.keys(rest)).not.toEqual([]);
  });

  it('and guesses nothing where a param could be meant by two names', () => {
    for (const params of [
      { path: 'notes.md', file_path: '.bashrc', content: 'x' },
      { path: 'a.md', content: 'x', text: 'y' },
      { command: 'ls', script: 'rm -rf ~' },
    ])
      expect(preview('write_file', params)).toEqual({ kind: 'params', params });
    const edits = [{ oldText: 'a', newText: 'b', path: '.bashrc' }];
    const params = { path: 'a.md', edits };
    expect(preview('edit_file', params)).toEqual({ kind: 'params', params });
  });

  it('and tells the words of a command apart', () => {
    const params = { command: 'git', args: ['commit', '-m', 'a; b', ''] };
    expect(preview('run', params)).toMatchObject({ command: 'git commit -m "a; b" ""' });
  });
});

it('what is none of these is shown by its params, and what is long by both of its ends', () => {
  for (const params of [{}, { path: 'a.md' }, { content: 'x' }, { path: 1, content: 2 }])
    expect(preview('write_file', params)).toEqual({ kind: 'params', params });
  expect(preview('run', { command: 'x'.repeat(300_000) })).toMatchObject({
    command: expect.stringMatching(/^x{90000,} … \(\d+ characters\) … x+$/),
    cut: true,
  });
});
