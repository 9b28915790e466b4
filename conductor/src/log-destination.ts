import { type DestinationStream, pino } from 'pino';

import { steeringEscaped } from '../../shared/lib/visible-text.ts';

/** Most bytes that wait to be written: beyond it lines are lost. */
const MAX_WAITING_BYTES = 1_048_576;

/**
 * Standard error, often a person's terminal: JSON lines that do not steer it, whoever's words are in them. Where it cannot be
 * written, as on a full disk, lines are lost, and the program goes on.
 */
export function logDestination(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_WAITING_BYTES });
  destination.on('error', () => undefined); // guard: log-lost
  // guard: log-steers-nothing
  return { write: (line) => void destination.write(steeringEscaped(line)) };
}
