import { expect, test } from 'vitest';

import { shortenResult } from '../../../../../conductor/src/baa/shorten-result.ts';
import { compressMessages } from '../../../../../conductor/src/features/minds/agents/compress-messages.ts';
import { fitPrompt } from '../../../../../conductor/src/features/minds/agents/fit-prompt.ts';
import type { ToolPart } from '../../../../../conductor/src/features/minds/agents/message-part.ts';
import type { PromptMessage } from '../../../../../conductor/src/features/minds/agents/prompt.ts';

function call(path: string, output: string, content = ''): ToolPart {
  const input = content === '' ? { path } : { path, content };
  const type = 'tool-mcp.files::read';
  return { type, toolCallId: path, input, state: 'output-available', output };
}

const step = (...calls: readonly ToolPart[]): PromptMessage[] => [
  { id: 'reply', role: 'assistant', text: '', calls },
  { id: 'results', role: 'tool', results: calls },
];

const user = (text: string): PromptMessage => ({ id: text, role: 'user', text });

const DONE: PromptMessage = { id: 'done', role: 'assistant', text: 'Done.', calls: [] };

const outputs = (messages: readonly PromptMessage[]): unknown[] =>
  messages.flatMap((message) =>
    message.role === 'tool'
      ? message.results.map((part) => (part.state === 'output-available' ? part.output : null))
      : [],
  );

const long = (letter: string): string => letter.repeat(2_500);

test('the newest long results stay whole; of older ones a line says what they were and where they are', () => {
  const kept = shortenResult('z'.repeat(18_204), 'art_7');
  const messages = [
    user('Read them.'),
    ...step(call('a', kept)),
    ...step(call('b', `Tea\n${long('b')}`)),
    ...step(call('c', 'short')),
    ...step(call('d', long('d'))),
    DONE,
  ];
  const { messages: left, report } = compressMessages(messages, { keep: 1, minChars: 2_000 }, null);
  expect(outputs(left)).toEqual([
    '(cut: 18,204 characters of mcp.files::read {"path":"a"}; read on with @conductor::artifact.read::{"id":"art_7"})',
    expect.stringMatching(
      /^\(cut: 2,504 characters of mcp\.files::read \{"path":"b"\}; they began: Tea b+\)$/,
    ),
    'short',
    long('d'),
  ]);
  expect(report).toMatchObject({ results: 2, inputs: 0, turns: 0 });
});

test('of equal results the newest stays, and takes one place', () => {
  const messages = [
    user('Look until it changes.'),
    ...step(call('a', long('a'))),
    ...step(call('b', long('b'))),
    ...step(call('c', long('b'))),
    DONE,
  ];
  const { messages: left } = compressMessages(messages, { keep: 2, minChars: 2_000 }, null);
  expect(outputs(left)).toEqual([
    long('a'),
    '(cut: mcp.files::read {"path":"b"} gave the same as a later call)',
    long('b'),
  ]);
});

test('of a long input its short texts stay', () => {
  const messages = [
    user('Write.'),
    ...step(call('a.txt', 'ok', long('x'))),
    ...step(call('b', 'ok')),
  ];
  const { messages: left, report } = compressMessages(messages, { keep: 0, minChars: 2_000 }, null);
  expect(left[1]).toMatchObject({
    calls: [{ input: { path: 'a.txt', content: '(cut: 2,500 characters)' } }],
  });
  expect(report).toMatchObject({ results: 0, inputs: 1 });
});

test('a request that is still too long loses the middle of old turns, and then says what is too long', () => {
  const turn = (text: string): PromptMessage[] => [
    user(text),
    ...step(call(text, 'some words '.repeat(150))),
    DONE,
  ];
  const messages = [...turn('one'), ...turn('two'), ...turn('three')];
  const asked = { modelRef: 'test:small', system: ['Be brief.'], messages, tools: [] };
  const fit = (contextTokens: number | null) =>
    fitPrompt(asked, { kind: 'worker' }, { contextTokens, factor: 1 });

  expect(fit(null)).toMatchObject({ ok: true, value: { messages, report: { turns: 0 } } });
  expect(fit(1_200)).toMatchObject({
    ok: true,
    value: {
      messages: [user('one'), { role: 'assistant', text: /left out/ }, ...messages.slice(4)],
      report: { turns: 1 },
    },
  });
  expect(fit(200)).toMatchObject({
    ok: false,
    error: {
      code: 'context_overflow',
      text: expect.stringMatching(
        /of the 200 that test:small takes, 140 .* results of mcp\.files/s,
      ),
    },
  });
});
