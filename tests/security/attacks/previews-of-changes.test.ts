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
  ...[0x20, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180e, 0x2000, 0x2003],
  ...[0x200b, 0x200d, 0x2028, 0x202e, 0x2060, 0x2064, 0x206a, 0x2800, 0x3000, 0x3164, 0xfe0f],
  ...[0xfeff, 0xffa0, 0xfff9, 0x1bca0, 0x1d159, 0x1d173, 0x13441, 0xe0001, 0xe0020, 0xe0100],
  ...[0x7f, 0x85, 0x0b, 0x16fe4, 0xfff0, 0xe000, 0xd800, 0xffff],
];

/** JSON writes some of them as codes itself. */
const inJson = (run: string): readonly string[] =>
  /[\v\ud800]/.test(run) ? [] : [visibleJson(`a${run}b`)];

describe('a run of signs that nobody sees', () => {
  test.each(BLANKS)('is told by its number: U+%i', (code) => {
    const sign = code === 0xd800 ? '\ud800' : String.fromCodePoint(code);
    for (const run of [sign.repeat(300), `${sign} `.repeat(150), `${sign}\n`.repeat(150)])
      for (const shown of [visibleText(`a${run}b`), ...inJson(run)]) {
        expect(shown.length).toBeLessThan(80);
        expect(shown).toContain('⟨U+');
      }
  });
});
