import { describe, expect, it } from 'vitest';

import { findActionBlocks } from '../../../conductor/src/baa/find-action-blocks.ts';

function textsOf(...lines: readonly string[]): readonly string[] {
  return findActionBlocks(lines.join('\n')).map((block) => block.text);
}

describe('a block that counts', () => {
  it.each([
    ['plain', ['```baa', '@a::b', '```']],
    ['with tildes', ['~~~baa', '@a::b', '~~~']],
    ['with a long fence', ['`````baa', '@a::b', '`````']],
    ['closed by a longer fence', ['```baa', '@a::b', '``````  ']],
    ['closed by an indented fence', ['```baa', '@a::b', '   ```']],
    ['with blanks around the info string', ['``` \tbaa\t ', '@a::b', '```']],
    ['with more words in the info string', ['```baa id="x1"', '@a::b', '```']],
    ['indented by three, its lines alike', ['   ```baa', '   @a::b', '   ```']],
    ['indented by three, its lines less', ['   ```baa', ' @a::b', '   ```']],
    ['straight after a paragraph', ['I look it up:', '```baa', '@a::b', '```']],
    ['never closed', ['```baa', '@a::b']],
    ['after a closed HTML comment', ['<!-- note -->', '```baa', '@a::b', '```']],
    ['after a comment of many lines', ['<!--', '```js', '-->', '```baa', '@a::b', '```']],
    ['after another block', ['```js', '~~~', '```', '```baa', '@a::b', '```']],
    ['less indented than the list item above', ['1. first', '```baa', '@a::b', '```']],
    ['after the list', ['- first', '', 'Now:', '  ```baa', '  @a::b', '  ```']],
    ['after a heading below a list', ['- first', '# Now', '  ```baa', '  @a::b', '  ```']],
    ['after a thematic break', ['* * *', '  ```baa', '  @a::b', '  ```']],
    ['after emphasis, which is no list', ['*now*', '  ```baa', '  @a::b', '  ```']],
    ['after a quote', ['> said', '```baa', '@a::b', '```']],
    ['after HTML and a blank line', ['<details>', '', '```baa', '@a::b', '```']],
    ['after a tag within a paragraph', ['so', '<b>', '```baa', '@a::b', '```']],
    ['after half a tag', ['<b', '```baa', '@a::b', '```']],
    ['after a tag that goes on', ['<b> said', '```baa', '@a::b', '```']],
    ['after an item that stays empty', ['-', '', '  ```baa', '  @a::b', '  ```']],
    ['after text that no list may interrupt', ['so', '2. x', '   ```baa', '   @a::b', '   ```']],
    ['after a definition', ['[a]: /b', '===', '<b>', '```baa', '@a::b', '```']],
    ['after a byte order mark', ['\uFEFF```baa', '@a::b', '```']],
    ['after a tag, not straight under a list', ['- a', '', '<b>', '', '```baa', '@a::b', '```']],
  ])('%s', (_name, lines) => {
    expect(textsOf(...lines)).toEqual(['@a::b']);
  });

  it('keeps blank lines, deeper indentation and shorter fences of its content', () => {
    expect(textsOf('  ````baa', '    @a::b', '', '```', '~~~~~', '````')).toEqual([
      '  @a::b\n\n```\n~~~~~',
    ]);
  });

  it('loses no more of a tab than the fence is indented by', () => {
    expect(textsOf('  ```baa', '\t@a::b', ' \t@c::d', '  ```')).toEqual(['  @a::b\n  @c::d']);
  });

  it('stands beside others', () => {
    expect(textsOf('```baa', '@a::b', '```', 'and', '~~~baa', '@c::d', '~~~')).toEqual([
      '@a::b',
      '@c::d',
    ]);
  });
});

describe('what only shows a block', () => {
  it.each([
    ['another language', ['```js', '@a::b', '```']],
    ['another case', ['```BAA', '@a::b', '```']],
    ['a longer word', ['```baab', '@a::b', '```']],
    ['baa as the second word', ['```text baa', '@a::b', '```']],
    ['two backticks', ['``baa', '@a::b', '``']],
    ['inline code', ['```baa @a::b```']],
    ['a longer fence around it', ['````markdown', '```baa', '@a::b', '```', '````']],
    ['a fence of the other kind around it', ['~~~', '```baa', '@a::b', '```', '~~~']],
    ['a fence never closed around it', ['````', '```baa', '@a::b', '```']],
    ['indented code', ['    ```baa', '    @a::b', '    ```']],
    ['indented code by a tab', ['\t```baa', '\t@a::b', '\t```']],
    ['a quote', ['> ```baa', '> @a::b', '> ```']],
    ['a bullet', ['- ```baa', '  @a::b', '  ```']],
    ['a bullet further down', ['- look:', '', '  ```baa', '  @a::b', '  ```']],
    ['a numbered item', ['1. look:', '   ```baa', '   @a::b', '   ```']],
    ['an item after a tab', ['-\tlook:', '\t```baa', '\t@a::b', '\t```']],
    ['an item that goes on lazily', ['- look', 'and see', '  ```baa', '  @a::b', '  ```']],
    ['an item that begins with code', ['-      code', '', '  ```baa', '  @a::b', '  ```']],
    ['the second item', ['- one', '- two', '  ```baa', '  @a::b', '  ```']],
    ['an HTML comment', ['<!--', '```baa', '@a::b', '```', '-->']],
    ['preformatted HTML', ['<pre>', '```baa', '@a::b', '```', '</pre>']],
    ['CDATA', ['<![CDATA[', '```baa', '@a::b', '```', ']]>']],
    ['details', ['<details>', '<summary>x</summary>', '```baa', '@a::b', '```']],
    ['a division', ['so', '<div', '```baa', '@a::b', '```']],
    ['an end tag', ['</div>', '```baa', '@a::b', '```']],
    ['an element nobody knows', ['<think a="b" c>', '```baa', '@a::b', '```']],
    ['its end', ['</think>', '```baa', '@a::b', '```']],
    ['an element after a heading', ['a', '===', '<b>', '```baa', '@a::b', '```']],
    ['an element after a list', ['- a', '', '<b>', '```baa', '@a::b', '```']],
    ['a comment after a byte order mark', ['\uFEFF<!--', '```baa', '@a::b', '```', '-->']],
    ['a quote that goes on lazily', ['> a', 'b', '> ```baa', '> @a::b', '> ```']],
    ['a word of other blanks', ['```baa\u00A0', '@a::b', '```']],
    ['what parsers differ in: a tag', ['> a', '<b>', '', '```baa', '@a::b', '```']],
    ['what parsers differ in: 01', ['    a', '> 01. ```', '<b>', '', '```baa', '@a::b', '```']],
    ['what parsers differ in: code', ['    a', '2. b', '```baa', '@a::b', '```']],
    ['what nests too deep', ['> '.repeat(40), '', '```baa', '@a::b', '```']],
  ])('%s', (_name, lines) => {
    expect(textsOf(...lines)).toEqual([]);
  });
});

describe('places', () => {
  it.each([
    ['\n', 'line feeds'],
    ['\r\n', 'carriage returns with line feeds'],
    ['\r', 'carriage returns'],
  ])('are counted in the message, whatever ends its lines: %j', (end) => {
    const [block] = findActionBlocks(['Hi', ' ```baa', ' @a::b', '@c::d', '```'].join(end));
    expect(block?.text).toBe('@a::b\n@c::d');
    expect(block?.fenceLine).toBe(2);
    expect(block?.locate(0)).toEqual({ line: 3, column: 2 });
    expect(block?.locate(4)).toEqual({ line: 3, column: 6 });
    expect(block?.locate(6)).toEqual({ line: 4, column: 1 });
    expect(block?.locate(11)).toEqual({ line: 4, column: 6 });
  });

  it('are counted in characters, whatever is left of a tab', () => {
    const [block] = findActionBlocks(['  ```baa', '\t@a::b'].join('\n'));
    expect(block?.text).toBe('  @a::b');
    expect(block?.locate(2)).toEqual({ line: 2, column: 2 });
  });
});
