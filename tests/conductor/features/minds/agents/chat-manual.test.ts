import { expect, test } from 'vitest';

import { chatManual } from '../../../../../conductor/src/features/minds/agents/chat-manual.ts';
import type { DescribedTool } from '../../../../../conductor/src/features/minds/agents/model-port.ts';

const tool = (name: string, description: string): DescribedTool => ({
  name,
  description,
  paramsSchema: {
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
  },
});

const tools = (count: number, description: string): DescribedTool[] =>
  Array.from({ length: count }, (_one, index) => tool(`mcp.files::read-${index}`, description));

const linesOf = (manual: string): string[] =>
  manual.split('\n').filter((line) => line.startsWith('@mcp') || line.startsWith('@conductor'));

test('whoever has no tools is told of none', () => {
  expect(chatManual([])).toBe('');
});

test('a tool stands with its params and the first line of its help', () => {
  const manual = chatManual([tool('mcp.files::read', `Reads a file.\nAt once.`)]);
  expect(linesOf(manual)).toEqual([
    expect.stringMatching(/^@mcp\.files::read::\{.*path.*\} Reads a file\.$/),
  ]);
});

test('of many tools the help is left out, of very many also the params', () => {
  const help = 'Reads a file, or what stands in its place. '.repeat(4);
  expect(linesOf(chatManual(tools(20, help)))[0]).toContain('Reads a file');
  const [bare] = linesOf(chatManual(tools(100, help)));
  expect(bare).toMatch(/^@mcp\.files::read-0::\{.*path.*\}$/);
  const names = chatManual(tools(600, help));
  expect(linesOf(names)).toEqual([expect.stringMatching(/^@mcp\.files:: read-0, read-1,/)]);
  expect(names).not.toContain('describe');
  const asking = chatManual([...tools(600, help), tool('conductor::describe', 'Tells.')]);
  expect(asking).toContain('@conductor::describe::{"target":"…"} tells the params');
});
