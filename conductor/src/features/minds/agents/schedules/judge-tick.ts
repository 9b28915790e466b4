import type { JobStatus } from '../../../heart/deliveries/feature.ts';
import type { Schedule, TickOutcome } from './rows.ts';

/** A turn that comes later than that was missed: the conductor was not there. */
const LATE_MS = 60_000;

/** Whether a turn that is due is sent. `last` is how the one before it stands; null: none was sent, or it is gone. */
export function judgeTick(
  { missed, overlap }: Pick<Schedule, 'missed' | 'overlap'>,
  {
    tick,
    last,
    now,
  }: { readonly tick: number; readonly last: JobStatus | null; readonly now: number },
): Exclude<TickOutcome, 'refused'> {
  if (missed === 'skip' && now - tick > LATE_MS) return 'missed';
  // Even where turns wait for each other only one does: else they would pile up behind one that never ends.
  const isInTheWay =
    overlap === 'queue'
      ? last === 'pending'
      : last !== null && last !== 'finalized' && last !== 'failed';
  return isInTheWay ? 'overlapped' : 'sent';
}
