import type { FrameOf } from '../../../shared/protocol/index.ts';
import { idsOf } from '../runtime/conversation-ids.ts';
import type { Change, View } from '../storage/row-store.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import {
  attemptWith,
  type AttemptFailure,
  failedAttempt,
  isUnsettled,
  newAttempt,
  resultOf,
} from './attempt.ts';

const CANCELLED: AttemptFailure = {
  code: 'cancelled',
  text: 'The conductor took the delivery back before it was sent.',
  retry_after_ms: null,
};

/** Ended attempts are kept this long, to answer a repeated frame. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** Number of kept attempts whose reply the conductor has: it does not ask for them again. */
const MAX_FINALIZED = 500;

/**
 * Handles `delivery.enqueue`. The same (job, attempt) acts once. A job that is under way continues under the new
 * number; one that was seen in the conversation is answered `acked` again and never sent again.
 */
export function takeJob(view: View, frame: FrameOf<'delivery.enqueue'>, now: number): Change {
  const rows = [...view.attempts.values()]
    .filter((row) => row.job_id === frame.job_id)
    .toSorted((a, b) => b.attempt - a.attempt);
  const latest = rows[0] ?? null;

  const delivered = rows.find((row) => !isUnsettled(row) && row.status !== 'failed');
  if (delivered !== undefined) {
    return { send: [resultOf({ ...delivered, attempt: frame.attempt })] };
  }
  if (latest !== null && isUnsettled(latest)) {
    if (frame.attempt <= latest.attempt) return {};
    return { put: { attempts: [takenOver(latest, frame, now)] } };
  }
  if (latest !== null && frame.attempt <= latest.attempt) return { send: [resultOf(latest)] };

  return {
    put: { attempts: [...superseded(view, frame, now), newAttempt(frame, latest, now)] },
    remove: { attempts: outdated(view, frame.job_id, now) },
  };
}

/** Handles `delivery.cancel`. An attempt past sending is not undone; its outcome is still reported. */
export function cancelJob(
  view: View,
  { job_id: jobId, stop_reply: stops }: Pick<FrameOf<'delivery.cancel'>, 'job_id' | 'stop_reply'>,
  now: number,
): Change {
  const rows = [...view.attempts.values()].filter((row) => row.job_id === jobId);
  const cancelled = rows.filter(isUnsettled).map((row) => givenUp(row, now));
  if (stops !== true) return { put: { attempts: cancelled } };
  const open = [...cancelled, ...rows.filter(({ status }) => status === 'acked')];
  const stopped = open.map((row) =>
    row.status === 'failed' ? row : attemptWith(row, { stops_reply: true }, now),
  );
  return { put: { attempts: stopped } };
}

/** Handles a welcome: jobs this browser no longer holds may belong to another by now. */
export function giveUpAllBut(view: View, heldJobIds: readonly string[], now: number): Change {
  const held = new Set(heldJobIds);
  const lost = [...view.attempts.values()].filter(
    (row) => isUnsettled(row) && !row.cancelled && !held.has(row.job_id),
  );
  return { put: { attempts: lost.map((row) => givenUp(row, now)) } };
}

function givenUp(row: DeliveryAttempt, now: number): DeliveryAttempt {
  return row.status === 'resolving'
    ? failedAttempt(row, CANCELLED, now)
    : attemptWith(row, { cancelled: true }, now);
}

/** The attempt that goes on answers for the newer dispatch; nothing of what it did is forgotten. */
function takenOver(
  row: DeliveryAttempt,
  frame: FrameOf<'delivery.enqueue'>,
  now: number,
): DeliveryAttempt {
  return attemptWith(
    row,
    {
      attempt: frame.attempt,
      cancelled: false,
      waiting_for: null,
      // Nothing left this browser while it was resolving, but another may have had the job in between.
      reconcile: row.reconcile || frame.reconcile,
    },
    now,
  );
}

/**
 * The conductor sends one job at a time into a conversation, so an older one still waiting for its reply here has
 * ended there.
 */
function superseded(
  view: View,
  frame: FrameOf<'delivery.enqueue'>,
  now: number,
): DeliveryAttempt[] {
  const ids = idsOf(view, frame);
  const over: AttemptFailure = {
    code: 'final_message_timeout',
    text: 'Another delivery followed before a reply was seen.',
    retry_after_ms: null,
  };
  return [...view.attempts.values()]
    .filter(
      (row) =>
        row.status === 'acked' &&
        row.platform === frame.platform &&
        ids.has(row.remote_conversation_id),
    )
    .map((row) => failedAttempt(row, over, now));
}

function outdated(view: View, jobId: string, now: number): string[] {
  const others = [...view.attempts.values()].filter((row) => row.job_id !== jobId);
  const old = others.filter(
    (row) =>
      (row.status === 'finalized' || row.status === 'failed') && now - row.updated_at > KEPT_MS,
  );
  const finalized = others
    .filter((row) => row.status === 'finalized')
    .toSorted((a, b) => b.updated_at - a.updated_at);
  const ids = [...old, ...finalized.slice(MAX_FINALIZED)].map((row) => row.attempt_id);
  return [...new Set(ids)];
}
