import { describe, expect, it } from 'vitest';

import {
  repeatsItself,
  type Round,
} from '../../../../../conductor/src/features/heart/replies/loop-breaker.ts';

const round = (actionsHash: string | null, result: string, rawText = 'Again.'): Round => ({
  actionsHash,
  rawText,
  resultText: `Baton results x${Math.random()}\n${result}`,
});

const asks = (actionsHash: string) => ({ actionsHash, rawText: 'Let me see.' });

describe('the loop breaker', () => {
  it('stops the same question with the same answer, at its third time', () => {
    const same = [round('ls', 'a b'), round('ls', 'a b'), round('ls', 'a b')];
    expect(repeatsItself(asks('ls'), same, 3)).toBe(true);
    expect(repeatsItself(asks('ls'), same.slice(0, 2), 3)).toBe(false);
  });

  it('lets go on what brings something new, or asks for something else', () => {
    expect(
      repeatsItself(asks('ls'), [round('ls', 'a'), round('ls', 'a b'), round('ls', 'a')], 3),
    ).toBe(false);
    expect(
      repeatsItself(asks('cat'), [round('ls', 'a'), round('ls', 'a'), round('ls', 'a')], 3),
    ).toBe(false);
    expect(
      repeatsItself(asks('ls'), [round('ls', 'a'), round('cat', 'a'), round('ls', 'a')], 3),
    ).toBe(false);
  });

  it('sees two rounds that take turns', () => {
    const turns = [round('b', '2'), round('a', '1'), round('b', '2'), round('a', '1')];
    expect(repeatsItself(asks('a'), turns, 2)).toBe(true);
  });

  it('sees an assistant that says the same without asking for anything', () => {
    const talk = [round(null, 'go on', 'Hm. '), round(null, 'go on', ' Hm.')];
    expect(repeatsItself({ actionsHash: null, rawText: 'Hm.' }, talk, 2)).toBe(true);
    expect(repeatsItself({ actionsHash: null, rawText: 'Oh.' }, talk, 2)).toBe(false);
  });

  it('is not fooled by ids that differ each time', () => {
    const cut = (id: string) =>
      round('cat', `long … @conductor::artifact.read::{"id":"${id}","offset":10}`);
    expect(repeatsItself(asks('cat'), [cut('x1'), cut('x2')], 2)).toBe(true);
  });

  it('can be switched off', () => {
    expect(
      repeatsItself(
        asks('ls'),
        Array.from({ length: 20 }, () => round('ls', 'a')),
        0,
      ),
    ).toBe(false);
  });
});
