/** How a model's own count of tokens stands to ours. */
export interface TokenFactors {
  of(modelRef: string): number;
  /** A model said what a prompt, that we counted, came to. */
  learn(modelRef: string, counted: number, reported: number): void;
}

/** Before a model has said anything: rather too many than too few. */
const FIRST = 1.15;

/** How much one report moves it. */
const WEIGHT = 0.3;

/** Smallest prompt to learn from, in tokens: in a shorter one, most tokens are added by the provider. */
const MIN_COUNTED = 200;

/** Limits of a factor: a server's numbers beyond them are not believed. */
const LEAST = 0.5;
const MOST = 3;

/** Starts anew with each process: a few calls teach it again. */
export function createTokenFactors(): TokenFactors {
  const factors = new Map<string, number>();
  const of = (modelRef: string): number => factors.get(modelRef) ?? FIRST;
  return {
    of,
    learn(modelRef, counted, reported) {
      if (counted < MIN_COUNTED || reported <= 0) return;
      const moved = of(modelRef) * (1 - WEIGHT) + (reported / counted) * WEIGHT;
      factors.set(modelRef, Math.min(MOST, Math.max(LEAST, moved)));
    },
  };
}
