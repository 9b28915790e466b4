import { expect, test } from 'vitest';

import {
  comparePaint,
  type PaintKey,
  PHASE,
  phaseOf,
} from '../../../extension/content-resource/paint-order.ts';

const at = (phase: number, order: number) => ({ phase, order });

/** From the one that is painted first. */
const ORDER: readonly PaintKey[] = [
  [],
  [at(phaseOf(-9), 8)],
  [at(phaseOf(-1), 1)],
  [at(PHASE.blocks, 2)],
  [at(PHASE.blocks, 5)],
  [at(PHASE.floats, 3)],
  [at(PHASE.inline, 1)],
  [at(PHASE.positioned, 4)],
  [at(PHASE.positioned, 4), at(phaseOf(-1), 6)],
  [at(PHASE.positioned, 4), at(phaseOf(99), 7)],
  [at(phaseOf(0), 9)],
  [at(phaseOf(1), 2)],
  [at(phaseOf(2 ** 31), 1)],
  [at(PHASE.top, 1)],
];

test('one thing is painted after another, whichever is asked about first', () => {
  for (const [first, one] of ORDER.entries()) {
    for (const [second, other] of ORDER.entries()) {
      expect(Math.sign(comparePaint(one, other))).toBe(Math.sign(first - second));
    }
  }
});
