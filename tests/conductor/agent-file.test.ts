import { expect, test } from 'vitest';

import { readAgentFile } from '../../conductor/src/agent-file.ts';

const file = (fields: string, body = 'You keep notes.') => `---\n${fields}\n---\n\n${body}\n`;

test('an agent is its fields and its instructions; what is left out is as for a worker', () => {
  const read = readAgentFile(
    file('name: notes\ndescription: Keeps notes.\ntools: mcp.files::read_*, conductor::time'),
  );
  expect(read).toEqual({
    ok: true,
    value: {
      agentId: 'notes',
      wish: {
        kind: 'worker',
        description: 'Keeps notes.',
        models: [],
        tool_pack_keys: [],
        tools: ['mcp.files::read_*', 'conductor::time'],
        instructions: 'You keep notes.',
        output_schema: null,
        limits: {},
        compression: null,
      },
    },
  });
});

test('a file that another program of agents reads is read by its names', () => {
  const read = readAgentFile(
    file(
      'name: reviewer\ndescription: Reviews.\ntools: mcp__files__read_file, mcp__my-server, Task, WebFetch\nmodel: inherit\ncolor: red',
    ).replaceAll('\n', '\r\n'),
  );
  expect(read.ok && read.value.wish).toMatchObject({
    tools: ['mcp.files::read_file', 'mcp.my-server::*', 'agent::sub-agent', 'web::fetch'],
    models: [],
  });
});

test.each([
  ['no fields', 'You keep notes.', /two lines of ---/],
  ['no YAML', file('name: [a'), /no YAML/],
  ['aliases without end', file('name: &a [*a]'), /no YAML|name:/],
  ['no name', file('description: Keeps notes.'), /^name: /],
  ['a name that is none', file('name: My Notes\ndescription: x'), /^name: /],
  ['no instructions', file('name: a\ndescription: x', ' '), /^instructions: /],
  ['a tool that is not here', file('name: a\ndescription: x\ntools: Bash'), /^tools: Bash: /],
  [
    'a model of other programs',
    file('name: a\ndescription: x\nmodel: fast'),
    /^models\.0: .*endpoint:model/,
  ],
  [
    'a pack that is none',
    file('name: a\ndescription: x\ntool_pack_keys: pack:all'),
    /^tool_pack_keys\.0: /,
  ],
  ['a field that is none', file('name: a\ndescription: x\nhooks: y'), /hooks/],
  ['limits beyond all', file('name: a\ndescription: x\nlimits: {steps: 0}'), /^limits\.steps: /],
])('%s is told by its field', (_what, text, told) => {
  const read = readAgentFile(text);
  expect(read.ok ? 'read' : read.error).toMatch(told);
});
