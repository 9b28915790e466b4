import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { fitPrompt } from '../../../../../conductor/src/features/minds/agents/fit-prompt.ts';
import type {
  MessagePart,
  ToolPart,
} from '../../../../../conductor/src/features/minds/agents/message-part.ts';
import {
  type PromptMessage,
  promptOf,
} from '../../../../../conductor/src/features/minds/agents/prompt.ts';

const FOLDER = join(import.meta.dirname, '../../../../fixtures/agents/transcripts');

/** Long results that an orchestrator keeps whole, by default. */
const KEPT = 3;
const LONG = 2_000;

/** Messages of sessions as they were stored: agents that read and wrote files by a tool server, asked others, were refused … */
const TRANSCRIPTS = readdirSync(FOLDER)
  .toSorted()
  .map((file) => ({
    name: file.replace('.json', ''),
    messages: promptOf(
      JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as {
        messageId: string;
        role: 'user' | 'assistant';
        parts: MessagePart[];
      }[],
    ),
  }));

const fitted = (messages: readonly PromptMessage[], contextTokens: number | null) =>
  fitPrompt(
    { modelRef: 'test:small', system: ['# Task'], messages, tools: [] },
    { kind: 'orchestrator' },
    { contextTokens, factor: 1 },
  );

const saidBy = (messages: readonly PromptMessage[]) =>
  messages.flatMap((one) => (one.role === 'user' ? [one.text] : []));

const textOf = (part: ToolPart): string =>
  part.state === 'output-available' && typeof part.output === 'string' ? part.output : '';

const resultsOf = (messages: readonly PromptMessage[]) =>
  messages.flatMap((one) => (one.role === 'tool' ? one.results : []));

/** How much of each is left out: results, inputs and turns, and the tokens of the rest. */
const leftOut = (contextTokens: number | null) =>
  Object.fromEntries(
    TRANSCRIPTS.map(({ name, messages }) => {
      const made = fitted(messages, contextTokens);
      if (!made.ok) return [name, made.error.code];
      const { results, inputs, turns, tokens } = made.value.report;
      return [name, `${results}, ${inputs}, ${turns}: ${tokens}`];
    }),
  );

test('of ten transcripts so much is left out, and more where the model takes less', () => {
  const whole = {
    chinese: '0, 0, 0: 1540',
    'long-writing': '0, 0, 0: 4609',
    'looking-again': '2, 0, 0: 746',
    'many-turns': '0, 0, 0: 4410',
    mistakes: '0, 0, 0: 327',
    refused: '0, 0, 0: 2297',
    'side-by-side': '3, 0, 0: 3724',
    steered: '0, 0, 0: 1708',
    'three-files': '1, 0, 0: 3797',
    workers: '0, 0, 0: 103',
  };
  expect(leftOut(null)).toEqual(whole);
  expect(leftOut(4_000)).toEqual({
    ...whole,
    'long-writing': 'context_overflow',
    'many-turns': '0, 0, 10: 1029',
    'side-by-side': 'context_overflow',
    'three-files': 'context_overflow',
  });
});

test.each(TRANSCRIPTS)(
  '$name: at each step the person is read whole, each call has its result, and what is answered now is whole',
  ({ messages }) => {
    const questions = messages.flatMap(({ role }, at) =>
      role === 'assistant' ? [messages.slice(0, at)] : [],
    );
    for (const asked of questions)
      for (const contextTokens of [null, 8_000, 3_000, 1_000]) {
        const made = fitted(asked, contextTokens);
        if (!made.ok) {
          expect(made.error.code).toBe('context_overflow');
          continue;
        }
        const { messages: left, counted } = made.value;
        if (contextTokens !== null) expect(counted).toBeLessThanOrEqual(contextTokens * 0.7);
        expect(saidBy(left)).toEqual(saidBy(asked));
        const calls = left.flatMap((one) => (one.role === 'assistant' ? one.calls : []));
        expect(resultsOf(left).map(({ toolCallId }) => toolCallId)).toEqual(
          calls.map(({ toolCallId }) => toolCallId),
        );
        if (asked.at(-1)?.role === 'tool') expect(left.slice(-2)).toEqual(asked.slice(-2));
      }
  },
);

test.each(TRANSCRIPTS)(
  '$name: the newest long results are whole, and older ones say where they are',
  ({ messages }) => {
    const made = fitted(messages, null);
    const left = made.ok ? resultsOf(made.value.messages).map(textOf) : [];
    const all = resultsOf(messages).map(textOf);
    const long = [...all.keys()].filter((at) => (all[at]?.length ?? 0) >= LONG);
    const whole = long.filter((at) => left[at] === all[at]);
    const different = new Set(long.map((at) => all[at])).size;
    expect(whole).toHaveLength(Math.min(KEPT, different));
    expect(whole).toEqual(long.slice(-whole.length));
    for (const at of long.filter((one) => !whole.includes(one)))
      expect(left[at]).toMatch(/^\(cut: .*(artifact\.read|they began|gave the same)/);
  },
);
