import { expect, it } from 'vitest';

import { plan } from '../../../../../conductor/src/engine/plan.ts';
import type { Step } from '../../../../../conductor/src/engine/step.ts';
import { fromClient } from '../../../../../conductor/src/features/ground/browsers/feature.ts';

const act: Step<object, Record<never, never>, string> = {
  name: 'act',
  load: () => ({}),
  decide: () => ({ plan: plan({}), outcome: 'acted' }),
};

/** Returns the effect of a frame from a browser whose newest frame so far was the fifth. */
function takenAs(seq: number) {
  const step = fromClient(act);
  const rows = { sender: { clientId: 'c', lastReceivedSeq: 5, version: 1 } };
  const decision = step.decide(rows as never, { from: { clientId: 'c', seq } });
  return { outcome: decision.outcome, changes: decision.plan.changes.length };
}

it('a frame takes effect in the commit that notes it as received', () => {
  expect(takenAs(6)).toEqual({ outcome: 'acted', changes: 1 });
});

it.each([5, 4])('frame %i, that was received before, changes nothing', (seq) => {
  expect(takenAs(seq)).toEqual({ outcome: null, changes: 0 });
});
