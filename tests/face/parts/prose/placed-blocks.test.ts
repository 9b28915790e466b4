import { expect, test } from 'vitest';

import { proseBlocks } from '../../../../face/parts/prose/markdown.tsx';
import { placedBlocks } from '../../../../face/parts/prose/placed-blocks.ts';

const ACTION = '@a::b::{}';

/** Every action of a text marked, in the order in which things then stand: `t` for a block of text, `m` for a mark. */
function orderOf(text: string, shown = text): string {
  const marks = [...text.matchAll(/@a::b::\{\}/g)].map(({ index }) => ({
    start: index,
    end: index + ACTION.length,
    node: 'm',
  }));
  const blocks = proseBlocks(shown, () => undefined);
  return placedBlocks(blocks, shown, text.length, marks)
    .filter((node) => node !== null)
    .map((node) => (node === 'm' ? 'm' : 't'))
    .join('');
}

test.each([
  [
    'a block of nothing but actions gives its place to them',
    `a\n\n\`\`\`baa\n${ACTION}\n${ACTION}\n\`\`\``,
    'tmm',
  ],
  [
    'a block that says more stays, with its actions below',
    `\`\`\`\nsee\n${ACTION}\n\`\`\`\nb`,
    'tmt',
  ],
  ['so does one in a list', `- one\n\n  \`\`\`baa\n  ${ACTION}\n  \`\`\`\n\nb`, 'tmt'],
  [
    'other line ends than the reader counts: all stand at the end',
    `a\r\n\r\n\`\`\`baa\r\n${ACTION}\r\n\`\`\`\r\n\r\nb`,
    'tttm',
  ],
])('%s', (_what, text, order) => {
  expect(orderOf(text)).toBe(order);
});

test('what lies below the cut is not shown before its text is', () => {
  const text = `a\n\n${ACTION}`;
  expect(orderOf(text, 'a\n\n')).not.toContain('m');
});
