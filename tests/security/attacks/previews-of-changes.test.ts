import { describe, expect, test } from 'vitest';

import { previewAction } from '../../../conductor/src/features/heart/actions/reviews/preview-action.ts';
import { visibleJson, visibleText } from '../../../shared/lib/visible-text.ts';
import { sampled } from '../../kit/samples.ts';

// What a person is shown of an action that waits for them: by params of odd kinds, or by signs that nobody sees, a part
// of it could be left out.

const NAMES = [
  'path',
  'file_path',
  'file',
  'content',
  'new_content',
  'command',
  'cmd',
  'args',
  'cwd',
  'folder',
  'old_string',
  'new_string',
  'old_text',
  'new_text',
  'edits',
  'to',
  'text',
  'more',
];

let mark = 0;
const leaf = (): string => `leaf${(mark += 1)}.`;

/** Values of each kind, each with a mark of its own. */
const KINDS: readonly (() => unknown)[] = [
  () => leaf(),
  () => ({ uri: leaf() }),
  () => [leaf()],
  () => ({ path: leaf(), old_string: leaf(), new_string: leaf() }),
  () => [{ old_string: leaf(), new_string: leaf() }],
  () => [{ old_string: leaf(), new_string: leaf(), at: leaf() }],
  () => (mark += 1) * 1_000_003,
];

function leavesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(leavesOf);
}

const TOOLS = ['write_file', 'edit_file', 'run', 'append', 'look'] as const;

describe('a preview', () => {
  test.each(sampled(NAMES, 0, 8, 14))(
    'of an action leaves nothing out that it brings, whatever %s is',
    (name) => {
      for (const kind of KINDS)
        for (const other of NAMES)
          for (const otherKind of KINDS)
            for (const base of [
              {},
              { old_string: leaf(), new_string: leaf() },
              { command: leaf() },
            ])
              for (const target of ['mcp.files', 'conversation']) {
                const params = { ...base, [name]: kind(), [other]: otherKind() };
                const tool = TOOLS[mark % TOOLS.length] ?? 'look';
                const shown = JSON.stringify(previewAction({ target, tool, params } as never, []));
                const missing = leavesOf(params).filter((one) => !shown.includes(one));
                expect({ tool, params, missing }).toEqual({ tool, params, missing: [] });
              }
    },
  );

  test('of many edits says that it is cut, and shows the last', () => {
    const edits = Array.from({ length: 150 }, (_, at) => ({
      oldText: `a${at}`,
      newText: `b${at}`,
    }));
    const shown = previewAction({ target: 'mcp.files', tool: 'edit', params: { edits } }, []);
    expect(shown).toMatchObject({ kind: 'text_diff', cut: true });
    expect(JSON.stringify(shown)).toContain('b149');
  });
});

/** Signs of which nothing is seen, of all the kinds that there are. */
const BLANKS = [
  '20 a0 ad 34f 61c 115f 1160 1680 17b4 180e 2000 2003 200b 200d 2028 202e 2060 2064 206a 2800 3000',
  '3164 fe0f feff ffa0 fff9 1bca0 1d159 1d173 13441 e0001 e0020 e0100 7f 85 0b 16fe4 fff0 e000 d800 ffff',
].flatMap((line) => line.split(' '));

/** JSON writes some of them as codes itself. */
const inJson = (run: string): readonly string[] =>
  /[\v\ud800]/.test(run) ? [] : [visibleJson(`a${run}b`)];

describe('a run of signs that nobody sees', () => {
  test.each(BLANKS)('is told by its number: U+%s', (hex) => {
    const code = Number.parseInt(hex, 16);
    const sign = code === 0xd800 ? '\ud800' : String.fromCodePoint(code);
    for (const run of [sign.repeat(300), `${sign} `.repeat(150), `${sign}\n`.repeat(150)])
      for (const shown of [visibleText(`a${run}b`), ...inJson(run)]) {
        expect(shown.length).toBeLessThan(80);
        expect(shown).toContain('⟨U+');
      }
  });
});
