import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type ActionReport,
  composeResults,
  malformedOutcome,
} from '../../../conductor/src/baa/compose-results.ts';
import { parseActions } from '../../../conductor/src/baa/parse-actions.ts';

function textReport(position: number, text: string): ActionReport {
  return {
    position,
    name: 'a::b',
    id: `r.${position}`,
    outcome: { ok: true, text, format: 'text' },
  };
}

describe('the result message', () => {
  it('tells every action in order, each with its status', () => {
    const [malformed] = parseActions('```baa\n@conductor:time\n```');
    if (malformed === undefined || malformed.ok) throw new Error('expected a malformed action');
    const message = composeResults('k3f9', [
      {
        position: 1,
        name: 'conductor::tme',
        id: 'r.1',
        outcome: { ok: false, code: 'unknown_tool', text: 'There is no @conductor::tme.' },
      },
      {
        position: 0,
        name: 'conductor::time',
        id: 'r.0',
        outcome: { ok: true, text: '{"epoch_ms":1}', format: 'json' },
      },
      { position: 2, name: null, id: 'r.2', outcome: malformedOutcome(malformed) },
      {
        position: 3,
        name: 'a::quiet',
        id: 'r.3',
        outcome: { ok: true, text: '', format: 'text' },
      },
    ]);
    expect(message).toBe(
      [
        'Baton results k3f9',
        '',
        '1. @conductor::time ok',
        '```json',
        '{"epoch_ms":1}',
        '```',
        '',
        '2. @conductor::tme unknown_tool',
        '```text',
        'There is no @conductor::tme.',
        '```',
        '',
        '3. (unreadable) malformed_action',
        '```text',
        'Line 2, column 11 of your message: Expected "::" between target and tool.',
        'Line 2 was not run. Write it again as @target::tool::{"param":value}.',
        '```',
        '',
        '4. @a::quiet ok',
        '(empty)',
      ].join('\n'),
    );
  });

  it('tells how far a malformed action reaches', () => {
    const [malformed] = parseActions('```baa\n@a::b::{"x":\n\n1]\n```');
    if (malformed === undefined || malformed.ok) throw new Error('expected a malformed action');
    expect(malformedOutcome(malformed)).toMatchObject({
      text: expect.stringContaining('\nLines 2 to 4 were not run.'),
    });
  });

  it('is never read as an action itself, quoted or not', () => {
    const hostile = fc
      .array(
        fc.constantFrom('```', '````', '~~~', 'baa', '\n', '\r', '@a::b', '> ', '- ', ' ', '`'),
      )
      .map((parts) => parts.join(''));
    const reports = fc.array(
      fc.record({
        name: fc.option(hostile),
        outcome: fc.oneof(
          fc.record({
            ok: fc.constant(true as const),
            text: hostile,
            format: fc.constantFrom('text' as const, 'json' as const),
          }),
          fc.record({
            ok: fc.constant(false as const),
            code: fc.constant('tool_failed' as const),
            text: hostile,
          }),
        ),
      }),
      { maxLength: 5 },
    );
    const limits = fc.record({ resultLength: fc.nat(60), totalLength: fc.nat(150) });
    fc.assert(
      fc.property(reports, limits, (parts, chosenLimits) => {
        const message = composeResults(
          'k3f9',
          parts.map((part, position) => ({ ...part, position, id: `r.${position}` })),
          chosenLimits,
        );
        const quoted = message.replaceAll(/^/gm, '> ');
        expect(parseActions(message)).toEqual([]);
        expect(parseActions(quoted)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('fences a text longer than any fence inside it', () => {
    const message = composeResults('k', [textReport(0, 'a\n````baa\n@a::b\n````')]);
    expect(message).toContain('\n`````text\na\n````baa\n@a::b\n````\n`````');
  });
});

describe('a long result', () => {
  it('is cut, and says so', () => {
    const message = composeResults('k', [textReport(0, 'x'.repeat(50_000))]);
    expect(message).toBe(
      `Baton results k\n\n1. @a::b ok\n\`\`\`text\n${'x'.repeat(8_000)}\n\`\`\`\n(cut: 8000 of 50000 characters shown; read on with @conductor::artifact.read::{"id":"r.0","offset":8000})`,
    );
  });

  it('is no longer called JSON once cut', () => {
    const outcome = { ok: true, text: '{"a":"long"}', format: 'json' } as const;
    const message = composeResults('k', [{ position: 0, name: 'a::b', id: 'r.0', outcome }], {
      resultLength: 5,
    });
    expect(message).toContain('```text\n{"a":\n```\n(cut: 5 of 12 characters shown; ');
  });

  it('is never cut through a character', () => {
    const message = composeResults('k', [textReport(0, 'ab😀cd')], { resultLength: 3 });
    expect(message).toContain('```text\nab\n```\n(cut: 2 of 6 characters shown; ');
  });

  it('leaves short ones whole when all together are too much', () => {
    const lengths = [10, 500, 60, 500];
    const reports = lengths.map((length, position) => textReport(position, 'x'.repeat(length)));
    const message = composeResults('k', reports, { resultLength: 400, totalLength: 370 });
    const shown = [...message.matchAll(/^x+$/gm)].map(([text]) => text.length);
    expect(shown).toEqual([10, 150, 60, 150]);
  });

  it('of nothing but backticks does not grow past the limit by its fence', () => {
    const message = composeResults('k', [textReport(0, '`'.repeat(50_000))]);
    expect(message.length).toBeLessThan(8_100);
    expect(message).toContain(
      '(50000 characters, none shown; read on with @conductor::artifact.read::{"id":"r.0"})',
    );
  });
});
