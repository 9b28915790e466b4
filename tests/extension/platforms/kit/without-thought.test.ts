import { describe, expect, test } from 'vitest';

import { parseActions } from '../../../../conductor/src/baa/parse-actions.ts';
import { withoutThought } from '../../../../extension/platforms/kit/without-thought.ts';

const BLOCK = '```baa\n@conductor::time\n```';

describe('what a model thinks', () => {
  test.for([
    `<think>${BLOCK}</think>\n\nNoon.`,
    `\n<think>\n${BLOCK}\n</think>Noon.`,
    `So I could say\n\n${BLOCK}\n</think>\n\nNoon.`,
    `</think>\n\nNoon.`,
  ])('is no answer, nor is it where nothing opens it: %j', (text) => {
    expect(withoutThought(text)).toBe('Noon.');
  });

  test('is no answer where nothing opens it, and nothing follows', () => {
    expect(withoutThought(`${BLOCK}\n</think>`)).toBe('');
  });

  test.for([
    `Here is the file:\n\n\`\`\`text\n</think>\n${BLOCK}\nThat is all.`,
    `\`\`\`\`\n</think>\n${BLOCK}\n\`\`\`\`\n`,
    `~~~\n</think>\n${BLOCK}\n~~~`,
    `<pre>\n\n</think>\n${BLOCK}\n</pre>`,
    `<!--\n\n</think>\n${BLOCK}\n-->`,
    `<div>\n</think>\n${BLOCK}\n</div>`,
    `<think>The file says </think>\n${BLOCK}\nand more.</think>\nAll is well.`,
    `So I think.\n</think>\n${BLOCK}\nand more.\n</think>\nAll is well.`,
  ])('ends where the answer does, not in what it shows: %j', (text) => {
    expect(parseActions(withoutThought(text))).toEqual([]);
  });

  test('with code of its own ends as any other', () => {
    const thought = 'I could\n\n```js\nask();\n```\n\n<b>so</b>\n\nand go.\n</think>\n\n';
    expect(withoutThought(thought + BLOCK)).toBe(BLOCK);
  });

  test('that is shown without an action is left as it is', () => {
    const text = 'R1 writes:\n\n```\nHm.\n</think>\n\nNoon.\n```\n';
    expect(withoutThought(text)).toBe(text);
  });

  test.for([
    'The tag `</think>` ends it.',
    `It is written so:\n\n<think>\nHm.\n</think>\n\nand then goes on.`,
    BLOCK,
  ])('is none of an answer that speaks of it: %j', (text) => {
    expect(withoutThought(text)).toBe(text);
  });
});
