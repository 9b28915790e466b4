import { describe, expect, test } from 'vitest';

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
    'The tag `</think>` ends it.',
    `It is written so:\n\n<think>\nHm.\n</think>\n\nand then goes on.`,
    BLOCK,
  ])('is none of an answer that speaks of it: %j', (text) => {
    expect(withoutThought(text)).toBe(text);
  });
});
