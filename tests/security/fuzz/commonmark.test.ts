import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, it } from 'vitest';

import { findActionBlocks } from '../../../conductor/src/baa/find-action-blocks.ts';
import { CASES, inTime, LIMIT_MS } from './cases.ts';
import { anyMarkdown, plainMarkdown } from './markdown-grammar.ts';

interface Block {
  readonly line: number;
  readonly text: string;
}

const numRuns = Math.max(CASES, 1_000);

/** CommonMark knows one line end, shows NUL as U+FFFD, and an unclosed fence may or may not hold the lines' last end. */
function comparable(line: number, text: string): string {
  const block: Block = { line, text: text.replaceAll('\0', '\uFFFD').replace(/\n+$/, '') };
  return JSON.stringify(block);
}

function ours(message: string): string[] {
  return inTime(() => findActionBlocks(message)).map(({ fenceLine, text }) =>
    comparable(fenceLine, text),
  );
}

/** Code blocks that hang on the document itself, and whose info string begins with the word. */
function micromarks(message: string): string[] {
  const { children } = fromMarkdown(message.replaceAll(/\r\n?/g, '\n'));
  return children.flatMap((node) =>
    node.type === 'code' && node.lang === 'baa' && node.position !== undefined
      ? [comparable(node.position.start.line, node.value)]
      : [],
  );
}

it(
  'nothing runs that micromark does not see as a code block at the top level, word for word',
  () => {
    let found = 0;
    fc.assert(
      fc.property(anyMarkdown, (message) => {
        const blocks = ours(message);
        found += blocks.length;
        if (blocks.length > 0) expect(micromarks(message)).toEqual(expect.arrayContaining(blocks));
      }),
      { numRuns },
    );
    // It was not about nothing.
    expect(found).toBeGreaterThan(numRuns / 50);
  },
  LIMIT_MS + numRuns * 10,
);

it(
  'all that micromark sees is found in a message as assistants write them',
  () => {
    fc.assert(
      fc.property(plainMarkdown, (message) => {
        expect(ours(message)).toEqual(micromarks(message));
      }),
      { numRuns },
    );
  },
  LIMIT_MS + numRuns * 10,
);
