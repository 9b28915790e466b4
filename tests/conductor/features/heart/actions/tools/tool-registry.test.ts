import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { JsonObject } from '../../../../../../conductor/src/baa/json-value.ts';
import { sourceOf } from '../../../../../../conductor/src/features/heart/actions/tools/built-in/built-in-tools.ts';
import { checkParams } from '../../../../../../conductor/src/features/heart/actions/tools/check-params.ts';
import { createToolRegistry } from '../../../../../../conductor/src/features/heart/actions/tools/tool-registry.ts';
import {
  defineTool,
  textResult,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../../../../../../conductor/src/features/heart/actions/tools/tool.ts';
import { callContext } from '../../../../../kit/call-context.ts';

const context = { ...callContext(), progress: () => undefined };

function toolThat(
  run: (context: ToolContext) => ToolOutcome | Promise<ToolOutcome>,
  traits: { idempotent?: boolean; timeLimitMs?: number } = {},
): Tool {
  return defineTool({
    id: 'test::run',
    params: z.strictObject({}),
    risk: 'low',
    idempotent: true,
    help: 'Runs.',
    run: (_params, given) => run(given),
    ...traits,
  });
}

function runOf(tool: Tool, signal?: AbortSignal): Promise<ToolOutcome> {
  const registry = createToolRegistry([sourceOf([tool])]);
  return registry.run(tool, {}, { ...context, ...(signal && { signal }) });
}

describe('a call', () => {
  it('gives the tool what the caller gave', async () => {
    let seen: ToolContext | undefined;
    const tool = toolThat((given) => {
      seen = given;
      return textResult('done');
    });
    expect(await runOf(tool)).toEqual({ ok: true, text: 'done', format: 'text' });
    expect(seen).toMatchObject(context);
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
    const tool = toolThat(
      (given) => {
        signal = given.signal;
        return new Promise<never>(() => {});
      },
      { timeLimitMs: 10 },
    );
    expect(await runOf(tool)).toEqual({
      ok: false,
      code: 'tool_failed',
      text: '@test::run did not end within 0.01 s. It may be called again.',
    });
    expect(signal?.aborted).toBe(true);
  });

  it('over the time limit has an unknown outcome where a second run would count', async () => {
    const traits = { idempotent: false, timeLimitMs: 10 };
    const tool = toolThat(() => new Promise<never>(() => {}), traits);
    expect(await runOf(tool)).toMatchObject({ ok: false, code: 'outcome_unknown' });
  });

  it('cancelled before it begins does not begin', async () => {
    let runs = 0;
    const tool = toolThat(() => textResult(String((runs += 1))));
    expect(await runOf(tool, AbortSignal.abort())).toEqual({
      ok: false,
      code: 'cancelled',
      text: '@test::run was cancelled before it began.',
    });
    expect(runs).toBe(0);
  });

  it('cancelled while it runs ends at once, whether the tool listens or not', async () => {
    const controller = new AbortController();
    const tool = toolThat(() => {
      controller.abort();
      return new Promise<never>(() => {});
    });
    expect(await runOf(tool, controller.signal)).toMatchObject({
      code: 'cancelled',
      text: expect.stringContaining('may have taken effect in part'),
    });
  });

  it('answers in text that a database and a socket carry unharmed', async () => {
    const tool = toolThat(() => textResult('half \uD83D of a pair'));
    expect(await runOf(tool)).toMatchObject({ text: 'half \uFFFD of a pair' });
  });
});

describe('params', () => {
  const tool = defineTool({
    id: 'files::read',
    params: z.strictObject({
      path: z.string().min(1),
      range: z.strictObject({ from: z.int(), to: z.int() }).optional(),
    }),
    risk: 'medium',
    help: 'Reads.',
    run: ({ path, range }) => textResult(`${path} ${range?.from ?? 0}`),
  });
  const registry = createToolRegistry([sourceOf([tool])]);
  const run = (params: JsonObject): Promise<ToolOutcome> => registry.run(tool, params, context);
  const wrong = { path: 5, range: { from: 1.5 }, pth: 'a' };

  it('that fit reach the tool', async () => {
    expect(await run({ path: 'a.md', range: { from: 3, to: 4 } })).toMatchObject({
      text: 'a.md 3',
    });
  });

  it('that do not are answered field by field, with what the tool takes', async () => {
    expect(await run(wrong)).toEqual({
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

describe('params that are only looked at', () => {
  const schemaOnly = (paramsSchema: JsonObject): Tool => ({
    ...toolThat(() => textResult('')),
    paramsSchema,
  });

  it.each<[JsonObject, JsonObject, string | null]>([
    [{ type: 'object', properties: { a: { type: 'string' } } }, { a: 'x', b: 1 }, null],
    [{ type: 'object', properties: { a: { type: 'string' } } }, { a: 1 }, 'params.a'],
    [{ type: 'object', required: ['a'], properties: { a: {} } }, {}, 'params.a'],
    [
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { paths: { type: 'array', minItems: 1, items: { type: 'string' } } },
      },
      { paths: ['a', 2] },
      'params.paths.1',
    ],
    [{ type: 'object', additionalProperties: false }, { a: 1 }, 'params'],
    // What cannot be read here is left to the call.
    [{ type: 'object', properties: { a: { $ref: '#/nowhere' } } }, { a: 1 }, null],
    [{ $ref: 'https://example.org/schema.json' }, { a: 1 }, null],
  ])('by %j: %j, at fault %s', (schema, params, field) => {
    const fault = checkParams(schemaOnly(schema), params);
    expect(fault?.field ?? null).toBe(field);
    if (field !== null) expect(fault?.text).toContain(`${field}: `);
  });

  it('are told as a call tells them', () => {
    const params = { path: 5 };
    const tool = defineTool({
      id: 'files::read',
      params: z.strictObject({ path: z.string() }),
      risk: 'low',
      help: '',
      run: () => textResult(''),
    });
    expect(checkParams(tool, params)).toEqual({
      code: 'invalid_params',
      field: 'params.path',
      text: [
        'params.path: Invalid input: expected string, received number',
        '@files::read takes {"path":string}.',
      ].join('\n'),
    });
  });
});

describe('the set of tools', () => {
  const named = (id: `${string}::${string}`): Tool =>
    defineTool({
      id,
      params: z.strictObject({}),
      risk: 'low',
      help: '',
      run: () => textResult(''),
    });
  const registry = createToolRegistry([
    sourceOf(
      (['conductor::time', 'conductor::echo', 'conductor::conversation.status'] as const).map(
        named,
      ),
    ),
    sourceOf((['mcp.files::read_file', 'mcp.files::read_files'] as const).map(named)),
  ]);

  it.each([
    ['conductor', 'tme', 'There is no @conductor::tme. Did you mean @conductor::time?'],
    ['conductor', 'Time', 'Did you mean @conductor::time?'],
    ['conductor', 'status', 'Did you mean @conductor::conversation.status?'],
    ['mcp.files', 'read_fil', 'Did you mean @mcp.files::read_file or @mcp.files::read_files?'],
    ['shell', 'rm', 'There is no target shell; there are conductor, mcp.files.'],
    ['conductor', '__proto__', 'There is no @conductor::__proto__. @conductor::describe lists'],
  ])('answers @%s::%s with what may have been meant', async (target, tool, text) => {
    expect(await registry.find(target, tool)).toEqual({
      ok: false,
      error: { code: 'unknown_tool', text: expect.stringContaining(text) },
    });
  });

  it('is looked up by target and tool', async () => {
    expect(await registry.find('conductor', 'time')).toMatchObject({
      ok: true,
      value: { id: 'conductor::time' },
    });
    expect(registry.targets()).toEqual(['conductor', 'mcp.files']);
  });

  it('passes on why a target is down', async () => {
    const error = { code: 'tool_unavailable', text: 'It died.' } as const;
    const down = createToolRegistry([
      {
        targets: () => ['mcp.files'],
        toolsOf: async () => ({ ok: false, error }),
        close: async () => {},
      },
    ]);
    expect(await down.find('mcp.files', 'read_file')).toEqual({ ok: false, error });
  });

  it('holds no id and no target twice', () => {
    expect(() => sourceOf([named('a::b'), named('a::b')])).toThrow('Two tools have one id.');
    expect(() =>
      createToolRegistry([sourceOf([named('a::b')]), sourceOf([named('a::c')])]),
    ).toThrow('Two sources claim one target.');
  });

  it('finds the tools of one that joins the target of another beside those', async () => {
    const registry = createToolRegistry([
      sourceOf([named('a::b')]),
      { ...sourceOf([named('a::c')]), joins: true },
    ]);
    expect(registry.targets()).toEqual(['a']);
    const tools = await registry.toolsOf('a');
    expect(tools.ok && tools.value.map(({ id }) => id)).toEqual(['a::b', 'a::c']);
  });

  it.each(['a::', '::b', 'A::b', 'a::b c', 'a::b::c'] as const)(
    'holds none that no action could name: %s',
    (id) => {
      expect(() => named(id)).toThrow(`No action can name "${id}".`);
    },
  );
});
