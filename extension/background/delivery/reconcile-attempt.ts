import { attemptWith, type AttemptFailure, sendId } from './attempt.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import type { Change } from '../storage/row-store.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { askPageForTurn } from './ask-page-for-turn.ts';
import {
  acceptedChange,
  endedChange,
  recordProgress,
  unansweredChange,
  unsentAttempt,
} from './record-progress.ts';
import { recordReply } from './record-reply.ts';
import { updateIfUnchanged } from './update-if-unchanged.ts';

/** A request that has left may take this long to show in the site's history; sooner, "absent" proves nothing. */
const SETTLE_MS = 5_000;
/** As the wire allows. */
const MAX_WORDS = 2_000;

/**
 * Finds out what became of a send whose outcome is unknown: by looking, never by sending again (ARCHITECTURE.md, "What must
 * never break"). Asks the page that was told, else looks into the conversation. Found ▸ acked; absent ▸ may be sent, or has failed as was reported;
 * cannot tell, or absent while a human check stands between ▸ a person decides.
 */
export async function reconcileAttempt(
  context: DeliveryContext,
  row: DeliveryAttempt,
): Promise<void> {
  if (row.status === 'sending' && (await pageAnswersFor(context, row))) return;
  // Not counted from when it left: the clock may have jumped since. An earlier try elsewhere may just have left, too.
  if (row.left_at !== null || row.reconcile) await pass(context, SETTLE_MS);

  const { outcome, tabId } = await askPageForTurn(context, row);
  switch (outcome.outcome) {
    case 'found': {
      const { user_message_id: id, reply } = outcome;
      if (outcome.is_unanswered) {
        const why = { text: row.error_message ?? '', retry_after_ms: row.retry_after_ms };
        await updateIfUnchanged(context, row, (current, now) =>
          unansweredChange(current, why, now, id),
        );
        return;
      }
      const acked = await updateIfUnchanged(context, row, (current, now) =>
        acceptedChange(current, id, now),
      );
      if (!acked || reply === null || tabId === null) return;
      const answersAttemptId = row.attempt_id;
      const now = context.clock.now();
      await context.store.step((view) =>
        recordReply(view, { reply, tabId, answersAttemptId, now }),
      );
      return;
    }
    case 'absent':
      await updateIfUnchanged(context, row, provedAbsent);
      return;
    case 'cannot_tell':
      await updateIfUnchanged(context, row, (current, now) =>
        endedChange(current, uncertain(withCause(row, outcome.reason)), now),
      );
  }
}

/** True when the page that was told to send still knows of it: its word decides, now or soon. */
export async function pageAnswersFor(
  { directory, store, underway, clock }: DeliveryContext,
  row: DeliveryAttempt,
): Promise<boolean> {
  const tabId = row.diagnostic_tab_id;
  if (tabId === null) return false;
  const id = sendId(row);
  const answer = await directory.ask(tabId, { kind: 'attempt.query', attempt_id: id });
  const progress = answer?.progress ?? null;
  if (progress === null) return false;
  if (progress.step === 'inserting' || progress.step === 'leaving') {
    // `leaving` itself is answered when the page asks again; here it only shows that the page lives.
    underway.set(id, tabId);
    return true;
  }
  if (progress.step === 'accepted') underway.set(id, tabId);
  const now = clock.now();
  await store.step((view) => recordProgress(view, { sendId: id, progress, mayLeave: false, now }));
  return progress.step === 'accepted' || store.view.attempts.get(row.attempt_id) !== row;
}

/**
 * Handles a message that is provably not in the conversation. A reported failure is its result; else it is sent.
 * Absence before a human check proves nothing: the site may accept the message as soon as the check is passed.
 */
function provedAbsent(row: DeliveryAttempt, now: number): Change {
  if (row.cancelled) {
    return endedChange(row, { code: 'cancelled', text: 'Taken back.', retry_after_ms: null }, now);
  }
  if (row.error_code === 'challenge_required') {
    const text =
      'A human check came after the message had left: it may go through once that is passed.';
    return endedChange(row, uncertain(text), now);
  }
  if (row.error_code !== null) {
    const failure: AttemptFailure = {
      code: row.error_code,
      text: row.error_message ?? '',
      retry_after_ms: row.retry_after_ms,
    };
    return endedChange(row, failure, now);
  }
  const clean = { reconcile: false, left_at: null, user_message_id: null };
  const after = row.status === 'sending' ? unsentAttempt(row, now) : attemptWith(row, clean, now);
  return { put: { attempts: [after] } };
}

/** Why it is unknown at all comes first: what the site said, or what became of the page. */
function withCause({ error_message: cause }: DeliveryAttempt, reason: string): string {
  return cause === null ? reason : `${cause} ${reason}`.slice(0, MAX_WORDS);
}

function uncertain(reason: string): AttemptFailure {
  return { code: 'delivery_uncertain', text: reason, retry_after_ms: null };
}

function pass({ clock }: DeliveryContext, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}
