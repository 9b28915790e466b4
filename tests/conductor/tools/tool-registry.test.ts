import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { createToolRegistry } from '../../../conductor/src/tools/tool-registry.ts';
import {
  type CallContext,
  defineTool,
  textResult,
  type ToolContext,
  type ToolOutcome,
} from '../../../conductor/src/tools/tool.ts';

const context: CallContext = {
  conversationKey: 'chatgpt/1',
  now: () => 0,
  conversationStatus: () => Promise.reject(new Error('not asked for here')),
};

function toolThat(
  run: (context: ToolContext) => ToolOutcome | Promise<ToolOutcome>,
  { idempotent = true } = {},
): ReturnType<typeof defineTool> {
  return defineTool({
    id: 'test::run',
    params: z.strictObject({}),
    risk: 'low',
    idempotent,
    help: 'Runs.',
    run: (_params, given) => run(given),
  });
}

function runOf(tool: ReturnType<typeof defineTool>, timeLimitMs?: number): Promise<ToolOutcome> {
  const options = timeLimitMs === undefined ? {} : { timeLimitMs };
  return createToolRegistry([tool], options).run(
    { target: 'test', tool: 'run', params: {} },
    context,
  );
}

describe('a call', () => {
  it('gives the tool what the caller gave, and the tools there are', async () => {
    let seen: ToolContext | undefined;
    const tool = toolThat((given) => {
      seen = given;
      return textResult('done');
    });
    expect(await runOf(tool)).toEqual({ ok: true, text: 'done', format: 'text' });
    expect(seen).toMatchObject({ ...context, tools: [tool] });
    expect(seen?.signal.aborted).toBe(false);
  });

  it('of a tool that throws fails with its message', async () => {
    const tool = toolThat(() => {
      throw new Error('The disk is full.');
    });
    expect(await runOf(tool)).toEqual({
      ok: false,
      code: 'tool_failed',
      text: 'The disk is full.',
    });
  });

  it('of a tool that rejects without words still says something', async () => {
    const tool = toolThat(() => Promise.reject(new Error()));
    expect(await runOf(tool)).toMatchObject({
      code: 'tool_failed',
      text: expect.stringContaining('without saying why'),
    });
  });

  it('over the time limit is aborted and may be called again where that is safe', async () => {
    let signal: AbortSignal | undefined;
    const tool = toolThat((given) => {
      signal = given.signal;
      return new Promise<never>(() => {});
    });
    expect(await runOf(tool, 10)).toEqual({
      ok: false,
      code: 'tool_failed',
      text: '@test::run did not end within 0.01 s. It may be called again.',
    });
    expect(signal?.aborted).toBe(true);
  });

  it('over the time limit has an unknown outcome where a second run would count', async () => {
    const tool = toolThat(() => new Promise<never>(() => {}), { idempotent: false });
    expect(await runOf(tool, 10)).toMatchObject({ ok: false, code: 'outcome_unknown' });
  });

  it('answers in text that a database and a socket carry unharmed', async () => {
    const tool = toolThat(() => textResult('half \uD83D of a pair'));
    expect(await runOf(tool)).toMatchObject({ text: 'half \uFFFD of a pair' });
  });
});

describe('params', () => {
  const registry = createToolRegistry([
    defineTool({
      id: 'files::read',
      params: z.strictObject({
        path: z.string().min(1),
        range: z.strictObject({ from: z.int(), to: z.int() }).optional(),
      }),
      risk: 'medium',
      idempotent: true,
      help: 'Reads.',
      run: ({ path, range }) => textResult(`${path} ${range?.from ?? 0}`),
    }),
  ]);
  const run = (params: Parameters<typeof registry.run>[0]['params']): Promise<ToolOutcome> =>
    registry.run({ target: 'files', tool: 'read', params }, context);

  it('that fit reach the tool', async () => {
    expect(await run({ path: 'a.md', range: { from: 3, to: 4 } })).toMatchObject({
      text: 'a.md 3',
    });
  });

  it('that do not are answered field by field, with what the tool takes', async () => {
    expect(await run({ path: 5, range: { from: 1.5 }, pth: 'a' })).toEqual({
      ok: false,
      code: 'invalid_params',
      text: [
        'params.path: Invalid input: expected string, received number',
        'params.range.from: Invalid input: expected int, received number',
        'params.range.to: Invalid input: expected number, received undefined',
        'params: Unrecognized key: "pth"',
        '@files::read takes {"path":string,"range"?:{"from":integer,"to":integer}}.',
      ].join('\n'),
    });
  });
});

describe('the set of tools', () => {
  const named = (id: `${string}::${string}`): ReturnType<typeof defineTool> =>
    defineTool({
      id,
      params: z.strictObject({}),
      risk: 'low',
      idempotent: true,
      help: '',
      run: () => textResult(''),
    });
  const registry = createToolRegistry(
    (
      [
        'conductor::time',
        'conductor::echo',
        'conductor::conversation.status',
        'mcp.files::read_file',
        'mcp.files::read_files',
      ] as const
    ).map(named),
  );

  it.each([
    ['conductor', 'tme', 'There is no @conductor::tme. Did you mean @conductor::time?'],
    ['conduct', 'time', 'Did you mean @conductor::time?'],
    ['conductor', 'Time', 'Did you mean @conductor::time?'],
    ['conductor', 'status', 'Did you mean @conductor::conversation.status?'],
    ['files', 'read_file', 'Did you mean @mcp.files::read_file or @mcp.files::read_files?'],
    ['shell', 'rm', 'There is no @shell::rm. @conductor::describe lists what there is.'],
    ['conductor', '__proto__', 'There is no @conductor::__proto__. @conductor::describe lists'],
  ])('answers @%s::%s with what may have been meant', async (target, tool, text) => {
    expect(await registry.run({ target, tool, params: {} }, context)).toEqual({
      ok: false,
      code: 'unknown_tool',
      text: expect.stringContaining(text),
    });
  });

  it('is looked up by target and tool', () => {
    expect(registry.find('conductor', 'time')?.id).toBe('conductor::time');
    expect(registry.find('conductor', 'read_file')).toBeUndefined();
  });

  it('holds no id twice', () => {
    expect(() => createToolRegistry([named('a::b'), named('a::b')])).toThrow(
      'Two tools have one id.',
    );
  });

  it.each(['a::', '::b', 'A::b', 'a::b c', 'a::b::c'] as const)(
    'holds none that no action could name: %s',
    (id) => {
      expect(() => named(id)).toThrow(`No action can name "${id}".`);
    },
  );
});
