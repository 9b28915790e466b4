import { pino } from 'pino';

/** What waits to be written: beyond it lines are lost. */
const MAX_WAITING_BYTES = 1_048_576;

/** Standard error. Where it cannot be written, as on a full disk, lines are lost, and the program goes on. */
export function logDestination(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_WAITING_BYTES });
  destination.on('error', () => undefined);
  return destination;
}
