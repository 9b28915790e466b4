import { describe, expect, test } from 'vitest';
import { Replayable } from '../../playground/replayable.ts';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const item of items) read.push(item);
  return read;
}

describe('a replayable sequence', () => {
  test('gives early, late and midway readers the same items', async () => {
    const letters = new Replayable<string>();
    const early = all(letters.read());
    letters.push('a');
    const midway = all(letters.read());
    letters.push('b');
    letters.push('c');
    letters.end();
    const late = all(letters.read());
    expect(await Promise.all([early, midway, late])).toEqual(Array(3).fill(['a', 'b', 'c']));
  });

  test('can be read from the middle', async () => {
    const letters = new Replayable<string>();
    for (const letter of 'abcd') letters.push(letter);
    letters.end();
    expect(await all(letters.read(2))).toEqual(['c', 'd']);
  });

  test('gives what there is before it fails', async () => {
    const letters = new Replayable<string>();
    letters.push('a');
    letters.fail(new Error('torn'));
    const read: string[] = [];
    await expect(async () => {
      for await (const letter of letters.read()) read.push(letter);
    }).rejects.toThrow('torn');
    expect(read).toEqual(['a']);
  });
});
