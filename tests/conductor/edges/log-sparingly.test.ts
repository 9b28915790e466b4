import { expect, it } from 'vitest';

import { logSparingly } from '../../../conductor/src/edges/log-sparingly.ts';

it('what anyone can bring about is logged at once, then once a minute with how often it was', () => {
  let now = 0;
  const said: object[] = [];
  const note = logSparingly(
    (fields) => void said.push(fields),
    () => now,
  );
  for (now = 0; now <= 60_000; now += 1_000) note({ origin: `o${now}` });
  expect(said).toEqual([
    { origin: 'o0', times: 1 },
    { origin: 'o60000', times: 60 },
  ]);
});
