import type { ComponentChild } from 'preact';

import type { ProseBlock } from './markdown.tsx';

/** Something of ours that stands at a place of a text. */
export interface ProseMark {
  readonly start: number;
  readonly end: number;
  readonly node: ComponentChild;
}

/**
 * The blocks of a text with our marks among them. A block of code that holds nothing but what marks stand for gives
 * its place to them; any other block has its marks below it. Where the places can not be trusted, all stand at the end.
 */
export function placedBlocks(
  blocks: readonly ProseBlock[],
  shown: string,
  whole: number,
  marks: readonly ProseMark[],
): readonly ComponentChild[] {
  const ordered = marks.toSorted((a, b) => a.start - b.start);
  // The reader counts other line ends than the text has: its places are others.
  const agrees = (blocks.at(-1)?.end ?? 0) === shown.length;
  if (!agrees) return [...blocks.map(({ node }) => node), ...ordered.map(({ node }) => node)];
  const placed: ComponentChild[] = [];
  let next = 0;
  for (const { start, end, isCode, node } of blocks) {
    const inside: ProseMark[] = [];
    for (let mark = ordered[next]; mark !== undefined && mark.start < end; mark = ordered[next]) {
      inside.push(mark);
      next += 1;
    }
    const isReplaced =
      isCode && inside.length > 0 && onlyMarks(shown.slice(start, end), start, inside);
    if (!isReplaced) placed.push(node);
    placed.push(...inside.map((mark) => mark.node));
  }
  // Below the cut, or at no place at all.
  if (shown.length === whole) placed.push(...ordered.slice(next).map(({ node }) => node));
  return placed;
}

/** Is there nothing in the block beside the marks and its fences? */
function onlyMarks(block: string, at: number, marks: readonly ProseMark[]): boolean {
  let rest = '';
  let from = 0;
  for (const { start, end } of marks) {
    rest += block.slice(from, Math.max(from, start - at));
    from = Math.max(from, end - at);
  }
  rest += block.slice(from);
  return /^\s*(?:[`~]{3,}[^\n]*)?\s*(?:[`~]{3,})?\s*$/.test(rest);
}
