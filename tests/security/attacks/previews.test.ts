import { describe, expect, it } from 'vitest';

import { previewAction } from '../../../conductor/src/features/heart/actions/reviews/preview-action.ts';
import { shownParams } from '../../../shared/lib/shown-params.ts';
import { steeringShown, visibleJson, visibleText } from '../../../shared/lib/visible-text.ts';

/** Signs that are drawn as nothing, as a blank, over what stands beside them, or that turn it around. */
const UNSEEN = [
  0x00, 0x07, 0x08, 0x0b, 0x0c, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0xa0, 0xad, 0x34f, 0x61c, 0x115f,
  0x1160, 0x1680, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x180f, 0x2000, 0x2001, 0x2003, 0x2007, 0x200a,
  0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x202f, 0x205f, 0x2060,
  0x2061, 0x2064, 0x2065, 0x2066, 0x2069, 0x206a, 0x206f, 0x2800, 0x3000, 0x3164, 0xd800, 0xdfff,
  0xe000, 0xf8ff, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0xfffb, 0xfffe, 0xffff, 0x13430,
  0x13438, 0x1bca0, 0x1d159, 0x1d173, 0x1d17a, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef, 0xf0000,
  0x10fffd, 0x13441, 0x13442,
].map((code) => String.fromCodePoint(code));

const code = (sign: string): string =>
  `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

describe('what a person is shown of an action', () => {
  it.each(UNSEEN.map((sign) => [code(sign), sign] as const))(
    'shows %s for what it is, wherever it stands',
    (name, sign) => {
      for (const text of [sign, `a${sign}b`, `${sign}a`, `a${sign}`, `https://a${sign}.example`]) {
        expect(visibleJson(text)).not.toContain(sign);
        expect(visibleText(text)).not.toContain(sign);
        expect(shownParams(JSON.stringify({ [text]: text }))?.[0]?.name).not.toContain(sign);
        expect(visibleText(text)).toContain(`⟨${name}⟩`);
      }
    },
  );

  it('is never the same for two values', () => {
    const values = [
      'a b',
      'a  b',
      'a\u00a0b',
      'a⟨U+00A0⟩b',
      'a⟨U+27E8⟩U+00A0⟩b',
      'a\\u00a0b',
      'a\nb',
      'a\\nb',
      'a\\\nb',
      'a\tb',
      ' '.repeat(40),
      ' '.repeat(41),
      '⟨U+0020 × 40⟩',
      '"',
      '\\"',
      'a","b":"c',
      1,
      '1',
      null,
      'null',
      true,
      'true',
      [],
      '[]',
      {},
      [''],
      ['a', 'b'],
      ['a,b'],
      { a: 1 },
      '{"a":1}',
      0,
      1e21,
      '1e21',
      'e\u0301',
      'é',
    ];
    const shown = values.map((value) => visibleJson(value));
    expect(new Set(shown).size).toBe(values.length);
  });

  it.each([
    ['above', '\u0301'],
    ['below', '\u0332'],
    ['over', '\u0338'],
    ['around', '\u20dd'],
    ['of several kinds', '\u0300\u0316\u0338'],
    ['of a script', '\u0e49'],
  ])('has no letter with marks %s that lie over what stands around it', (_where, mark) => {
    const text = `a${mark.repeat(300)}b`;
    for (const shown of [visibleJson(text), visibleText(text), steeringShown(text)]) {
      expect(shown).not.toMatch(/\p{M}{17}/u);
      expect(shown).toContain('a');
      expect(shown).toContain('b');
    }
    // As many as people write stay as they are.
    expect(visibleText('ཧཱུྃ e\u0301\u0323 שָׁ')).toBe('ཧཱུྃ e\u0301\u0323 שָׁ');
  });
});

describe('what a person is shown that an action would change', () => {
  const of = (params: object, tool = 'run', target = 'mcp.shell') =>
    previewAction({ target, tool, params: params as never }, []);

  it.each([
    [
      { command: 'a', args: ['b c'] },
      { command: 'a "b c"', args: [] },
    ],
    [
      { command: 'a b', args: ['c'] },
      { command: 'a', args: ['b', 'c'] },
    ],
    [
      { command: 'a', args: ['"b"'] },
      { command: 'a', args: ['b'] },
    ],
    [
      { command: 'a;', args: ['b'] },
      { command: 'a', args: [';', 'b'] },
    ],
    [
      { command: 'a', args: [1] },
      { command: 'a', args: ['x'] },
    ],
    [{ command: 'a' }, { command: 'a', cwd: '/' }],
    [{ command: 'a' }, { command: 'a', env: { A: 'b' } }],
    [{ command: 'a', args: 'b' }, { command: 'a b' }],
    [{ command: 'a', cmd: 'b' }, { command: 'a' }],
    [{ script: 'a' }, { script: 'a', command: 'b' }],
  ])('is another thing for another command: %j and %j', (one, other) => {
    expect(of(one)).not.toEqual(of(other));
  });

  it.each<object>([
    { path: 'a', content: 'b', mode: '0777' },
    { path: 'a', file: 'b', content: 'c' },
    { path: 'a', content: 'b', text: 'c' },
    { path: 1, content: 'b' },
    { edits: [{ oldText: 'a', newText: 'b', path: '/etc/passwd' }], path: 'x' },
    { edits: [], path: 'x', more: [{ oldText: 'a', newText: 'b' }] },
    { old_string: 'a', new_string: 'b', replace_all: true, path: 'x' },
    { oldText: 'a', new_text: 'b', new_str: 'c', path: 'x' },
    { command: 'a', args: ['b'], shell: '/bin/evil', stdin: 'x' },
    { to: 'a', text: 'b', mode: 'auto' },
    { constructor: 'a', toString: 'b', path: 'p', content: 'c' },
    { '': 'a', ' ': 'b', path: 'p', content: 'c' },
  ])('has all of it: %j', (params) => {
    for (const target of ['mcp.files', 'conversation', 'mcp.shell']) {
      for (const tool of ['write_file', 'edit_file', 'run', 'send']) {
        const shown = JSON.stringify(of(params, tool, target));
        const leaves = (value: unknown): unknown[] =>
          typeof value === 'object' && value !== null
            ? Object.values(value).flatMap((one) => leaves(one))
            : [value];
        for (const leaf of leaves(params))
          expect([shown, leaf]).toEqual([expect.stringContaining(String(leaf)), leaf]);
      }
    }
  });

  it('says where a part of it is not shown', () => {
    const parts = Array.from({ length: 150 }, (_none, at) => ({ oldText: `${at}`, newText: 'x' }));
    expect(of({ path: 'a', edits: parts }, 'edit_file')).toMatchObject({ cut: true });
    for (const long of [
      { path: 'a', content: 'x'.repeat(200_001) },
      { path: 'a', old_string: 'x'.repeat(200_001), new_string: 'y' },
      { command: 'x'.repeat(200_001) },
    ])
      expect(of(long, 'write_file')).toMatchObject({ cut: true });
  });
});
