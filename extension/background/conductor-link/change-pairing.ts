import { failedAttempt, isUnsettled } from '../delivery/attempt.ts';
import { type Change, metaOf, type View } from '../storage/row-store.ts';
import type {
  DeliveryAttempt,
  KnownConversation,
  Pairing,
  ResourceCall,
} from '../storage/tables.ts';
import { usualConductorUrl } from './conductor-url.ts';

/**
 * A new pairing counts its frames from 1 in both directions. With the same conductor what waits goes on waiting,
 * under new numbers; another conductor gets nothing of what was meant for the last one.
 */
export function pairingStarted(view: View, pairing: Pairing, now: number): Change {
  const before = metaOf(view).pairing;
  if (before !== null && before.conductor_url !== pairing.conductor_url) {
    const cleared = pairingEnded(view, now);
    const meta = { ...metaOf(view), pairing, out_seq: 0, in_seq: 0 };
    return { ...cleared, put: { ...cleared.put, meta: [meta] } };
  }
  const waiting = [...view.outbox.values()].toSorted((a, b) => a.seq - b.seq);
  const renumbered = new Map(waiting.map((frame, index) => [frame.seq, index + 1]));
  return {
    put: {
      meta: [{ ...metaOf(view), pairing, out_seq: waiting.length, in_seq: 0 }],
      outbox: waiting.map((frame) => ({ ...frame, seq: renumbered.get(frame.seq) ?? frame.seq })),
      attempts: rowsWithNewSeq(view, renumbered),
      conversations: wishesWithNewSeq(view, renumbered),
      calls: resultsWithNewSeq(view, renumbered),
    },
    remove: { outbox: waiting.map(({ seq }) => seq) },
  };
}

/**
 * The pairing is over: nobody is left to tell, nothing more may be sent, and nothing more is done in tabs, which are the
 * person's from now on. What pages can do, and what the person allowed, stays known.
 */
export function pairingEnded(view: View, now: number): Change {
  const failure = {
    code: 'cancelled',
    text: 'The pairing with the conductor ended.',
    retry_after_ms: null,
  } as const;
  const open = [...view.attempts.values()].filter(
    (row) => isUnsettled(row) || row.status === 'acked',
  );
  const last_conductor_url = usualConductorUrl(metaOf(view));
  return {
    put: {
      meta: [{ ...metaOf(view), last_conductor_url, pairing: null, out_seq: 0, in_seq: 0 }],
      attempts: open.map((row) => failedAttempt(row, failure, now)),
    },
    remove: {
      outbox: [...view.outbox.keys()],
      conversations: [...view.conversations.keys()],
      replies: [...view.replies.keys()],
      calls: [...view.calls.keys()], // guard: unpaired-calls
      held: [...view.held.keys()],
      offers: [...view.offers.keys()],
    },
  };
}

/** A reply that is no longer in the outbox has arrived; any ack confirms it. */
function rowsWithNewSeq(view: View, renumbered: ReadonlyMap<number, number>): DeliveryAttempt[] {
  return [...view.attempts.values()]
    .filter((row) => row.status === 'streamed' && row.reply_seq !== null)
    .map((row) => ({ ...row, reply_seq: renumbered.get(row.reply_seq ?? 0) ?? 0 }));
}

function resultsWithNewSeq(
  view: View,
  renumbered: ReadonlyMap<number, number>,
): readonly ResourceCall[] {
  return [...view.calls.values()].flatMap((row) =>
    row.result_seq === null ? [] : [{ ...row, result_seq: renumbered.get(row.result_seq) ?? 0 }],
  );
}

function wishesWithNewSeq(
  view: View,
  renumbered: ReadonlyMap<number, number>,
): KnownConversation[] {
  return [...view.conversations.values()].flatMap((row) =>
    row.wanted === null
      ? []
      : [{ ...row, wanted: { ...row.wanted, seq: renumbered.get(row.wanted.seq) ?? 0 } }],
  );
}
