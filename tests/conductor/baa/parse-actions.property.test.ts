import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MAX_ACTIONS, parseActions } from '../../../conductor/src/baa/parse-actions.ts';
import { timed } from '../../kit/timed.ts';

const target = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,20}$/);

const tool = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,20}$/);

const params = fc
  .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 })
  .filter((object) => !JSON.stringify(object).includes('"__proto__"'))
  // Once through JSON, as an assistant would: it has no negative zero.
  .map((object): unknown => JSON.parse(JSON.stringify(object)));

const action = fc.record({ target, tool, params });

function render(
  { target: to, tool: name, params: given }: { target: string; tool: string; params: unknown },
  indent: number,
): string {
  const json = JSON.stringify(given, null, indent);
  return json === '{}' && indent === 0 ? `@${to}::${name}` : `@${to}::${name}::${json}`;
}

describe('every text', () => {
  it('is parsed without a throw, its actions numbered in order', () => {
    const pieces = fc.constantFrom(
      ...'```baa|```|~~~baa|````|- |> |<!--|-->|@a::b|@|::|{|}|[|]|"|\\|:|,|a|1| |\t|\n|\n'.split(
        '|',
      ),
      '\n',
      '\r\n',
      '\r',
      '\u2028',
      '\uD800',
    );
    const soup = fc.array(pieces, { maxLength: 200 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (text) => {
        const lineCount = text.split(/\r\n|\n|\r/).length;
        const actions = parseActions(text);
        let line = 0;
        for (const [index, found] of actions.entries()) {
          expect(found.position).toBe(index);
          expect(found.line).toBeGreaterThan(line);
          expect(found.line).toBeLessThanOrEqual(lineCount);
          line = found.ok ? found.line : found.problem.lastLine;
          expect(line).toBeGreaterThanOrEqual(found.line);
        }
        expect(line).toBeLessThanOrEqual(lineCount);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives back the actions that were written into it', () => {
    const block = fc.array(action, { minLength: 1, maxLength: 6 });
    const lineEnd = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), fc.nat(4), lineEnd, (blocks, indent, end) => {
        const lines = blocks.flatMap((actions) => [
          'Some words.',
          '````baa',
          ...actions.map((one) => render(one, indent)),
          '````',
        ]);
        const read = parseActions(lines.join('\n').replaceAll('\n', end));
        expect(read).toMatchObject(blocks.flat().map((one) => ({ ok: true, ...one })));
        expect(read.map((one) => one.ok && one.params)).toEqual(
          blocks.flat().map((one) => one.params),
        );
      }),
    );
  });

  it('inside a longer fence, a quote or a list item holds no action', () => {
    const anyAction = fc.array(action, { minLength: 1, maxLength: 3 });
    const wrap = fc.constantFrom(
      (lines: readonly string[]) => ['`````markdown', ...lines, '`````'],
      (lines: readonly string[]) => lines.map((line) => `> ${line}`),
      (lines: readonly string[]) => lines.map((line, i) => `${i === 0 ? '1. ' : '   '}${line}`),
      (lines: readonly string[]) => lines.map((line) => `    ${line}`),
    );
    fc.assert(
      fc.property(anyAction, wrap, (actions, wrapped) => {
        const lines = actions.map((one) => `@${one.target}::${one.tool}`);
        expect(parseActions(wrapped(['```baa', ...lines, '```']).join('\n'))).toEqual([]);
      }),
    );
  });
});

describe('a message of a million characters', () => {
  const length = 1_000_000;
  const fill = (piece: string): string => piece.repeat(Math.floor(length / piece.length));
  const inBlock = (content: string): string => `\`\`\`baa\n${content}`;

  // Linear time ends each of these within a fifth of a second; quadratic time would take minutes.
  it.each([
    ['backticks', fill('`')],
    ['fences', fill('```\n')],
    ['action blocks', fill('```baa\n```\n')],
    ['a fence that a last letter spoils', `${fill('`')}x\``],
    ['a closing fence that a last letter spoils', `\`\`\`\n\`\`\`${fill(' ')}x`],
    ['blanks', `${fill(' ')}x`],
    ['list markers', fill('- ')],
    ['list items', fill('- a\n')],
    ['stars', `${fill('* ')}x`],
    ['digits', fill('1')],
    ['comments', fill('<!--\n')],
    ['empty lines in a block', inBlock(fill('\n'))],
    ['broken actions', inBlock(fill('@\n'))],
    ['strings that never end', inBlock(fill('@"\n'))],
    ['actions with gaps', inBlock(fill('@a::b\n \n'))],
    ['one endless name', inBlock(`@${fill('a')}`)],
    ['one endless gap', inBlock(`@a::b::${fill(' ')}`)],
    ['nested objects', inBlock(`@a::b::${fill('{"a":')}`)],
    ['nested arrays', inBlock(`@a::b::{"a":${fill('[')}`)],
    ['one endless number', inBlock(`@a::b::{"a":${fill('1')}`)],
    ['one endless string', inBlock(`@a::b::{"a":"${fill('\\u0041')}`)],
  ])('takes no long time: %s', (_name, text) => {
    const { result, tookMs } = timed(() => parseActions(text));
    expect(result.length).toBeLessThanOrEqual(MAX_ACTIONS + 1);
    expect(tookMs).toBeLessThan(3_000);
  });
});
