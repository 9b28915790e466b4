import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Chance that the same seed always brings again. */
export interface SeededRandom {
  /** From `from` up to and including `to`. */
  int(from: number, to: number): number;
  /** From 0 up to 1. */
  fraction(): number;
  /** True that often, from 0 (never) to 1 (always). */
  chance(likelihood: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

const FRACTION_STEPS = 0x7fffffff;

export function seededRandom(seed: number): SeededRandom {
  const generator = xoroshiro128plus(seed);
  const int = (from: number, to: number): number => uniformInt(generator, from, to);
  const fraction = (): number => int(0, FRACTION_STEPS - 1) / FRACTION_STEPS;
  return {
    int,
    fraction,
    chance: (likelihood) => fraction() < likelihood,
    pick: (choices) => choices[int(0, choices.length - 1)] ?? choices[0],
  };
}
