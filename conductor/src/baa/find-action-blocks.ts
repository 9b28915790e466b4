import { type Fence, findTopLevelFences } from './find-top-level-fences.ts';

/** The inside of one fenced block whose info string begins with the word `baa`. */
export interface ActionBlock {
  /** Line of the opening fence in the message, from 1. */
  readonly fenceLine: number;
  /** The block's lines joined with `\n`, without the fence's own indentation. */
  readonly text: string;
  /** Where in the message a place of `text` lies: line and column, both from 1. */
  readonly locate: (offset: number) => MessagePlace;
}

/** A place in the message: line and column, both from 1. */
export interface MessagePlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the action blocks of a message: the fences at its top level whose info string begins with the word `baa`. What
 * stands in a longer fence, a quote, a list item, indented code or HTML is shown to a reader, not said to Baton.
 */
export function findActionBlocks(message: string): ActionBlock[] {
  // Most replies ask for nothing.
  if (!message.includes('baa')) return [];
  // guard: top-level-blocks
  return findTopLevelFences(message)
    .filter(({ info }) => info.split(/[ \t]/, 1)[0] === 'baa')
    .map(toBlock);
}

function toBlock({ line: fenceLine, content }: Fence): ActionBlock {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of content) {
    starts.push(length);
    length += text.length + 1;
  }
  return {
    fenceLine,
    text: content.map(({ text }) => text).join('\n'),
    locate: (offset) => {
      const index = lastAtMost(starts, offset);
      const column = offset - (starts[index] ?? 0) + (content[index]?.offset ?? 0) + 1;
      return { line: fenceLine + 1 + index, column: Math.max(1, column) };
    },
  };
}

/** Index of the last of the rising `numbers` that is at most `limit`; 0 when there is none. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
