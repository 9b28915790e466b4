import { describe, expect, it } from 'vitest';

import {
  MAX_ACTIONS,
  MAX_PARAMS_LENGTH,
  parseActions,
  type ParsedAction,
} from '../../../conductor/src/baa/parse-actions.ts';

function parseBlock(...lines: readonly string[]): readonly ParsedAction[] {
  return parseActions(['```baa', ...lines, '```'].join('\n'));
}

describe('well-formed actions', () => {
  it('are read as the design shows them', () => {
    expect(
      parseBlock(
        '@conductor::describe',
        '@mcp.files::read_file::{"path":"notes.md"}',
        '@browser::navigate::',
        '{ "url": "https://example.org",',
        '  "resource": "browser_chat1_0" }',
      ),
    ).toEqual([
      { ok: true, position: 0, line: 2, target: 'conductor', tool: 'describe', params: {} },
      {
        ok: true,
        position: 1,
        line: 3,
        target: 'mcp.files',
        tool: 'read_file',
        params: { path: 'notes.md' },
      },
      {
        ok: true,
        position: 2,
        line: 4,
        target: 'browser',
        tool: 'navigate',
        params: { url: 'https://example.org', resource: 'browser_chat1_0' },
      },
    ]);
  });

  it('are numbered over all blocks of the message', () => {
    const actions = parseActions('```baa\n@a::b\n```\ntext\n```baa\n\n@c::d\n@e::f\n```');
    expect(actions.map(({ position, line }) => ({ position, line }))).toEqual([
      { position: 0, line: 2 },
      { position: 1, line: 7 },
      { position: 2, line: 8 },
    ]);
  });

  it.each([
    ['blanks at the line end', ['@a::b \t', '@c::d::{"x":1}  ']],
    ['blank lines between', ['', '@a::b', ' ', '', '@c::d::{"x":1}', '']],
    ['params on the next line', ['@a::b', '@c::d::', '', '{"x":1}']],
    ['blanks before the params', ['@a::b', '@c::d:: {"x":1}']],
    ['params over lines', ['@a::b', '@c::d::{', '  "x":', '1', '}']],
  ])('take %s', (_name, lines) => {
    expect(parseBlock(...lines)).toMatchObject([
      { ok: true, target: 'a', tool: 'b', params: {} },
      { ok: true, target: 'c', tool: 'd', params: { x: 1 } },
    ]);
  });

  it('hold braces, quotes and @ in strings', () => {
    const params = { text: '}\n@a::b::{"x":"\\"}" ```' };
    expect(parseBlock(`@c::d::${JSON.stringify(params)}`)).toMatchObject([{ ok: true, params }]);
  });

  it('end with the message when their block is never closed', () => {
    expect(parseActions('```baa\n@a::b')).toMatchObject([{ ok: true, target: 'a', tool: 'b' }]);
  });
});

describe('malformed actions', () => {
  it.each([
    ['@', 2, 2, 'Expected a target after @, such as "conductor": a-z, 0-9, "_", ".", "-".'],
    ['@Conductor::time', 2, 2, 'Expected a target after @,'],
    ['@conductor', 2, 11, 'Expected "::" between target and tool.'],
    ['@conductor:time', 2, 11, 'Expected "::" between target and tool.'],
    ['@conductor::', 2, 13, 'Expected a tool after "::", such as "describe":'],
    ['@conductor::time {"zone":"UTC"}', 2, 17, 'Expected "::" between the tool and its params.'],
    ['@conductor::time\n{"zone":"UTC"}', 3, 1, 'Expected "::" between the tool and its params.'],
    ['@conductor::time::', 2, 19, 'Expected params after "::": one JSON object'],
    ['@conductor::echo::"hi"', 2, 19, 'Expected params after "::": one JSON object'],
    ['@conductor::echo::[1]', 2, 19, 'Expected params after "::": one JSON object'],
    ['@conductor::echo::{"text":1} // hi', 2, 30, 'Expected the end of the line after the params.'],
    ['@conductor::echo::{"text":1} @a::b', 2, 30, 'Expected the end of the line after the params.'],
    ['@conductor::echo::{\n "text": hi }', 3, 10, 'Expected a JSON value, found "h".'],
    ['conductor::time', 2, 1, 'Expected an action: a line that begins with @target::tool.'],
    [' @conductor::time', 2, 1, 'Expected an action: a line that begins with @target::tool.'],
    [`@${'a'.repeat(129)}::b`, 2, 2, 'A target or tool has at most 128 characters.'],
  ])('%j: the fault is named at its place', (source, line, column, message) => {
    const lastLine = source.includes('\n') ? 3 : 2;
    expect(parseBlock(source)).toEqual([
      {
        ok: false,
        position: 0,
        line: 2,
        problem: { line, column, lastLine, message: expect.stringContaining(message) },
        source,
      },
    ]);
  });

  it('leave the actions around them standing', () => {
    const actions = parseBlock(
      '@a::one',
      '@b:two::{"x":1}',
      'and then',
      '@c::three::{"text": ',
      '',
      '@d::four::{"x":1}',
      '@e::five::{"x":1,}',
      '@f::six',
    );
    expect(
      actions.map((action) => (action.ok ? action.tool : [action.line, action.problem.lastLine])),
    ).toEqual(['one', [3, 4], [5, 5], 'four', [8, 8], 'six']);
  });

  it('keep to themselves what stands in a string with raw line breaks', () => {
    const actions = parseBlock(
      '@a::write::{"text":"say',
      '@mcp.shell::run::{}',
      'done"}',
      '@a::ok',
    );
    expect(actions).toMatchObject([
      { ok: false, line: 2, problem: { line: 2, column: 24, lastLine: 4 } },
      { ok: true, line: 5, tool: 'ok' },
    ]);
  });

  it('are not ended by an escaped quote', () => {
    const actions = parseBlock('@a::write::{"text":"say \\"', '@mcp.shell::run::{}', 'done"}');
    expect(actions).toMatchObject([{ ok: false, line: 2, problem: { line: 2, lastLine: 4 } }]);
  });

  it('swallow the rest of their block when a string never ends', () => {
    const message = '```baa\n@a::write::{"text":"say\n@mcp.shell::run\n```\n```baa\n@a::ok\n```';
    expect(parseActions(message)).toMatchObject([
      { ok: false, line: 2, problem: { lastLine: 3 } },
      { ok: true, line: 6, tool: 'ok' },
    ]);
  });

  it('are answered for an empty block', () => {
    expect(parseActions('Hi\n```baa\n \n```')).toEqual([
      {
        ok: false,
        position: 0,
        line: 2,
        problem: { message: 'The block holds no action.', line: 2, column: 1, lastLine: 2 },
        source: '',
      },
    ]);
  });

  it('are placed by the column of the message in an indented block', () => {
    expect(parseActions('  ```baa\n  @a:b\n  ```')).toMatchObject([
      { ok: false, problem: { line: 2, column: 5 } },
    ]);
  });

  it('show the beginning of a long source', () => {
    const [action] = parseBlock(`@a::b::${'x'.repeat(5_000)}`);
    expect(action).toMatchObject({ ok: false, source: `@a::b::${'x'.repeat(993)}…` });
  });
});

describe('limits', () => {
  it('the actions past the limit are answered as one', () => {
    const lines = Array.from({ length: MAX_ACTIONS + 5 }, (_, index) => `@a::tool${index}`);
    const actions = parseBlock(...lines);
    expect(actions).toHaveLength(MAX_ACTIONS + 1);
    expect(actions.slice(0, MAX_ACTIONS).every(({ ok }) => ok)).toBe(true);
    expect(actions.at(-1)).toEqual({
      ok: false,
      position: MAX_ACTIONS,
      line: MAX_ACTIONS + 2,
      problem: {
        message: `One reply may hold 64 actions; from line ${MAX_ACTIONS + 2} on none was run.`,
        line: MAX_ACTIONS + 2,
        column: 1,
        lastLine: MAX_ACTIONS + 7,
      },
      source: '',
    });
  });

  it('exactly as many actions as allowed are all read', () => {
    const actions = parseBlock(...Array.from({ length: MAX_ACTIONS }, () => '@a::b'));
    expect(actions).toHaveLength(MAX_ACTIONS);
    expect(actions.every(({ ok }) => ok)).toBe(true);
  });

  it('params up to the limit are read, longer ones refused', () => {
    const paramsOf = (length: number): string => `{"x":"${'y'.repeat(length - 8)}"}`;
    expect(parseBlock(`@a::b::${paramsOf(MAX_PARAMS_LENGTH)}`)).toMatchObject([{ ok: true }]);
    expect(parseBlock(`@a::b::${paramsOf(MAX_PARAMS_LENGTH + 1)}`, '@c::d')).toMatchObject([
      {
        ok: false,
        problem: { message: 'The params have 256001 characters; 256000 is the limit.' },
      },
      { ok: true, target: 'c' },
    ]);
  });
});
