import { assertNever } from '../../../shared/lib/assert-never.ts';
import type { ObservedReply } from '../../messages/page-messages.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import { failedAttempt, sendId } from './attempt.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { addressOf } from './find-page.ts';
import { askPageForTurn } from './ask-page-for-turn.ts';
import { judgeLook } from './judge-look.ts';
import { pageAnswersFor } from './reconcile-attempt.ts';
import { endedChange } from './record-progress.ts';
import { recordReply } from './record-reply.ts';
import { updateIfUnchanged } from './update-if-unchanged.ts';

/** The page that sent reports the reply by itself; this is only for one that lost its stream without noticing. */
const FIRST_LOOK_WHILE_WATCHED_MS = 2 * 60_000;
const LONGEST_PAUSE_WATCHED_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** A person who closes the tab again and again does not want it open. */
const MAX_OPENED = 2;
/** The conductor's limit is per conversation and shorter; this one only ends forgotten rows. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

interface Schedule {
  readonly looks: number;
  /** Made while the page that sent was there to tell. */
  readonly watched: boolean;
  readonly dueAt: number;
  /** Reply text at the last look, and since when it is unchanged. */
  readonly stood: string | null;
  readonly stillSince: number;
}

export interface ReplyWatch {
  /** Looks for the reply if that is due, and sees to it that it is called again when it is. */
  check(row: DeliveryAttempt): Promise<void>;
  /** A page of the conversation has loaded: it shows what happened meanwhile. */
  lookSoon(attemptId: string): void;
}

/** Brings home the replies to acked attempts whose page was lost: reloaded, closed, or gone with the browser. */
export function createReplyWatch(
  context: DeliveryContext,
  kick: (row: DeliveryAttempt) => void,
): ReplyWatch {
  const { clock, underway, store } = context;
  const schedules = new Map<string, Schedule>();
  const alarms = new Map<string, () => void>();

  function plan(
    row: DeliveryAttempt,
    looks: number,
    seen: Pick<Schedule, 'stood' | 'stillSince'> = { stood: null, stillSince: clock.now() },
  ): void {
    const watched = underway.has(sendId(row));
    const pauseMs = watched
      ? Math.min(FIRST_LOOK_WHILE_WATCHED_MS * 2 ** looks, LONGEST_PAUSE_WATCHED_MS)
      : Math.min(FIRST_PAUSE_MS * 2 ** looks, LONGEST_PAUSE_MS);
    schedules.set(row.attempt_id, { ...seen, looks, watched, dueAt: clock.now() + pauseMs });
    alarms.get(row.attempt_id)?.();
    alarms.set(
      row.attempt_id,
      clock.after(pauseMs, () => kick(row)),
    );
  }

  async function check(row: DeliveryAttempt): Promise<void> {
    const now = clock.now();
    if (now - row.updated_at > GIVE_UP_AFTER_MS) {
      await updateIfUnchanged(context, row, (current) => ({
        put: { attempts: [forgotten(current, now)] },
      }));
      return;
    }
    const watched = underway.has(sendId(row)) || (await pageAnswersFor(context, row));
    // A schedule made for a page that is gone, or before it came back, is void.
    const planned = schedules.get(row.attempt_id);
    const schedule = planned?.watched === watched ? planned : undefined;
    if (schedule === undefined && watched) return plan(row, 0);
    if (schedule !== undefined && now < schedule.dueAt) return;

    const looks = schedule?.looks ?? 0;
    const look = await askPageForTurn(context, row, looks < MAX_OPENED);
    const found = look.outcome.outcome === 'found' ? look.outcome : null;
    const stood = found?.rest?.raw_text ?? '';
    const isStill = found?.is_growing !== true && schedule?.stood === stood;
    const stillSince = isStill ? schedule.stillSince : clock.now();
    const verdict = judgeLook(look, {
      isWatched: watched,
      looks,
      stillForMs: clock.now() - stillSince,
      hasAddress: () => addressOf(context, row) !== null,
    });
    switch (verdict.kind) {
      case 'wait':
        return plan(row, looks + 1, { stood, stillSince });
      case 'reply':
        return record(row, verdict.reply, verdict.tabId);
      case 'none': {
        const { why } = verdict;
        await updateIfUnchanged(context, row, (current, at) => endedChange(current, why, at));
        return;
      }
      default:
        assertNever(verdict);
    }
  }

  async function record(row: DeliveryAttempt, reply: ObservedReply, tabId: number): Promise<void> {
    const answersAttemptId = row.attempt_id;
    await store.step((view) =>
      recordReply(view, { reply, tabId, answersAttemptId, now: clock.now() }),
    );
  }

  return {
    check,
    lookSoon(attemptId) {
      const schedule = schedules.get(attemptId);
      if (schedule !== undefined) schedules.set(attemptId, { ...schedule, dueAt: clock.now() });
    },
  };
}

function forgotten(row: DeliveryAttempt, now: number): DeliveryAttempt {
  const text = 'No reply was seen for a day.';
  return failedAttempt(row, { code: 'final_message_timeout', text, retry_after_ms: null }, now);
}
