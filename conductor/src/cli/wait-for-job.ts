import type { ResponseOf } from '../../../shared/api/operations.ts';
import { type CommandContext, unwrap } from './context.ts';

const WAIT_PIECE_MS = 60_000;
/** Milliseconds after which a delivery that has its reply and is not settled is reported as held up. */
const SOON_MS = 1_000;

/** How far `baton send --wait` waits: docs/cli.md, "baton send". */
export const UNTIL = ['settled', 'final', 'acked'] as const;
/** One of UNTIL. */
export type Until = (typeof UNTIL)[number];
/** Answer of the conductor when a wait ends. */
export type Waited = ResponseOf<'waitForJob'>;

/**
 * Waits in pieces: no single request is open for so long that something between gives it up. Once the reply is here and
 * not all is settled, whoever waits hears what holds it up.
 */
export async function waitFor(
  { api, out }: CommandContext,
  id: string,
  until: Until,
  timeoutMs: number,
): Promise<Waited> {
  const endsAt = Date.now() + timeoutMs;
  const left = (): number => Math.max(1, endsAt - Date.now());
  async function piece(goal: Until, longestMs: number): Promise<Waited> {
    const query = { until: goal, timeout_ms: Math.min(left(), longestMs) };
    return unwrap(await api.call('waitForJob', { params: { id }, query }));
  }
  async function reached(goal: Until): Promise<Waited> {
    for (;;) {
      const isLast = left() <= WAIT_PIECE_MS;
      const waited = await piece(goal, WAIT_PIECE_MS);
      if (!waited.timed_out || isLast) return waited;
    }
  }
  const answered = await reached(until === 'settled' ? 'final' : until);
  if (until !== 'settled' || answered.timed_out || answered.job.status !== 'finalized')
    return answered;
  const isLast = left() <= SOON_MS;
  const soon = await piece('settled', SOON_MS);
  if (!soon.timed_out || isLast) return soon;
  out.note(stillOpen(soon.job.status, soon.open));
  return reached('settled');
}

/** A sentence that says what a wait which timed out was waiting for. */
export function stillOpen(status: string, { approvals, actions }: Waited['open']): string {
  if (status !== 'finalized') return `No final reply yet; the message is ${status}.`;
  if (approvals > 0)
    return `The reply is in; ${approvals} ${approvals === 1 ? 'action needs' : 'actions need'} your approval: baton approvals lists them.`;
  if (actions > 0) return `The reply is here; ${actions} of its actions still run.`;
  return 'The reply is here; a delivery that follows from it is still under way.';
}
