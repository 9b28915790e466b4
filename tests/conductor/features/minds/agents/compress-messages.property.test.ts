import fc from 'fast-check';
import { expect, test } from 'vitest';

import { shortenResult } from '../../../../../conductor/src/baa/shorten-result.ts';
import type { ToolPart } from '../../../../../conductor/src/features/minds/agents/message-part.ts';
import { compressMessages } from '../../../../../conductor/src/features/minds/agents/compress-messages.ts';
import type { PromptMessage } from '../../../../../conductor/src/features/minds/agents/prompt.ts';

const MIN_CHARS = 1_000;

const RUNS = { numRuns: 40 };

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .constantFrom('再来一杯茶。', 'So be it.\n')
    .chain((one) => fc.integer({ min: 1, max: 200 }).map((times) => one.repeat(times))),
  // As a long result is kept: what is left out of it stands in an artifact.
  fc
    .integer({ min: 9_000, max: 20_000 })
    .map((length) => shortenResult('y'.repeat(length), 'art_01')),
);

const part: fc.Arbitrary<ToolPart> = fc
  .record({
    type: fc.constantFrom('tool-web::fetch' as const, 'tool-mcp.files::read' as const),
    toolCallId: fc.string({ minLength: 1, maxLength: 4 }),
    input: fc.oneof(
      fc.record({ path: fc.string({ maxLength: 20 }), content: words }),
      words,
      fc.array(words, { maxLength: 5 }),
    ),
    said: words,
    ok: fc.boolean(),
  })
  .map(({ said, ok, ...call }) =>
    ok
      ? { ...call, state: 'output-available', output: said }
      : { ...call, state: 'output-error', errorText: said },
  );

const step: fc.Arbitrary<PromptMessage[]> = fc
  .record({ text: words, calls: fc.array(part, { maxLength: 4 }) })
  .map(({ text, calls }) => [
    { id: 'reply', role: 'assistant', text, calls },
    ...(calls.length === 0 ? [] : [{ id: 'results', role: 'tool', results: calls } as const]),
  ]);

const turn = fc
  .record({ text: words, steps: fc.array(step, { maxLength: 4 }) })
  .map(({ text, steps }): PromptMessage[] => [{ id: 'user', role: 'user', text }, ...steps.flat()]);

const transcript = fc
  .array(turn, { minLength: 1, maxLength: 6 })
  .map((turns) => turns.flat().map((one, index) => ({ ...one, id: String(index) })));

const keep = fc.integer({ min: 0, max: 6 });
const limit = fc.option(fc.integer({ min: 0, max: 4_000 }));

const sizeOf = (messages: readonly PromptMessage[]): number => JSON.stringify(messages).length;
const said = (messages: readonly PromptMessage[]): readonly string[] =>
  messages.flatMap((one) => (one.role === 'user' ? [one.text] : []));
const compress = (
  messages: readonly PromptMessage[],
  newest: number,
  maxTokens: number | null,
): readonly PromptMessage[] =>
  compressMessages(messages, { keep: newest, minChars: MIN_CHARS }, maxTokens).messages;

test('compressing again changes nothing, and the same gives the same', () => {
  fc.assert(
    fc.property(transcript, keep, limit, (messages, newest, maxTokens) => {
      const once = compress(messages, newest, maxTokens);
      expect(compress(once, newest, maxTokens)).toEqual(once);
      expect(compress(structuredClone(messages), newest, maxTokens)).toEqual(once);
    }),
    RUNS,
  );
});

test('each message keeps its id', () => {
  fc.assert(
    fc.property(transcript, keep, limit, (messages, newest, maxTokens) => {
      for (const { id, role } of compress(messages, newest, maxTokens))
        expect(messages[Number(id)]).toMatchObject({ id, role });
      expect(compress(messages, newest, null).map(({ id }) => id)).toEqual(
        messages.map(({ id }) => id),
      );
    }),
    RUNS,
  );
});

test('nothing gets longer', () => {
  fc.assert(
    fc.property(transcript, keep, limit, (messages, newest, maxTokens) => {
      const { report } = compressMessages(messages, { keep: newest, minChars: MIN_CHARS }, null);
      const folded = compressMessages(messages, { keep: newest, minChars: MIN_CHARS }, maxTokens);
      expect(sizeOf(compress(messages, newest, null))).toBeLessThanOrEqual(sizeOf(messages));
      expect(folded.report.tokens).toBeLessThanOrEqual(report.tokens);
    }),
    RUNS,
  );
});

test('every call keeps its result, and every result its call', () => {
  fc.assert(
    fc.property(transcript, keep, limit, (messages, newest, maxTokens) => {
      const left = compress(messages, newest, maxTokens);
      for (const [index, message] of left.entries()) {
        const before = left[index - 1];
        const calls = before?.role === 'assistant' ? before.calls : [];
        const ids = (parts: readonly ToolPart[]) => parts.map(({ toolCallId }) => toolCallId);
        if (message.role === 'tool') expect(ids(message.results)).toEqual(ids(calls));
        else expect(calls).toEqual([]);
      }
    }),
    RUNS,
  );
});

test('the more is kept whole, the more is left', () => {
  fc.assert(
    fc.property(transcript, keep, (messages, newest) => {
      const less = sizeOf(compress(messages, newest, null));
      expect(sizeOf(compress(messages, newest + 1, null))).toBeGreaterThanOrEqual(less);
    }),
    RUNS,
  );
});

test('all that the person said stays, and the results that the model is to read now', () => {
  fc.assert(
    fc.property(transcript, keep, limit, (messages, newest, maxTokens) => {
      const left = compress(messages, newest, maxTokens);
      expect(said(left)).toEqual(said(messages));
      if (messages.at(-1)?.role === 'tool') expect(left.slice(-2)).toEqual(messages.slice(-2));
    }),
    RUNS,
  );
});
