import { describe, expect, test } from 'vitest';

import {
  type AttemptEvent,
  type AttemptStatus,
  attemptStatusAfter,
} from '../../../../extension/background/delivery/attempt.machine.ts';

const EVENTS: readonly AttemptEvent[] = ['BEGIN', 'UNSENT', 'SEEN', 'REPLIED', 'CONFIRMED', 'FAIL'];

/** Written out by hand: the code's own table proves nothing about itself. In the order of EVENTS; null: illegal. */
const TABLE: readonly (readonly [AttemptStatus, readonly (AttemptStatus | null)[]])[] = [
  ['resolving', ['sending', null, 'acked', null, null, 'failed']],
  ['sending', [null, 'resolving', 'acked', null, null, 'failed']],
  ['acked', [null, null, null, 'streamed', null, 'failed']],
  ['streamed', [null, null, null, null, 'finalized', null]],
  ['finalized', [null, null, null, null, null, null]],
  ['failed', [null, null, null, null, null, null]],
];

describe.each(TABLE)('an attempt that is %s', (from, outcomes) => {
  test.each(EVENTS.map((event, index) => ({ event, to: outcomes[index] ?? null })))(
    'on $event goes to $to',
    ({ event, to }) => {
      if (to === null) expect(() => attemptStatusAfter(from, event)).toThrow(`${from} on ${event}`);
      else expect(attemptStatusAfter(from, event)).toBe(to);
    },
  );
});
