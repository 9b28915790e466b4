import type { ObservedReply } from '../../messages/page-messages.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import { failedAttempt, sendId } from './attempt.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { addressOf } from './find-page.ts';
import { askPageForTurn } from './ask-page-for-turn.ts';
import { pageAnswersFor } from './reconcile-attempt.ts';
import { endedChange } from './record-progress.ts';
import { recordReply } from './record-reply.ts';
import { updateIfUnchanged } from './update-if-unchanged.ts';

/** The page that sent reports the reply by itself; this is only for one that lost its stream without noticing. */
const FIRST_LOOK_WHILE_WATCHED_MS = 2 * 60_000;
const LONGEST_PAUSE_WATCHED_MS = 10 * 60_000;
/**
 * With no page left that could hear it come, a reply that does not grow for so long is none to wait for: what stands of
 * it is told, and is not whole. One that comes later is told of all the same, by the page that shows it.
 */
const AT_REST_MS = 60_000;
const NO_REPLY_TOLD = 'The site gave no reply to the message.';
const UNANSWERED = {
  code: 'no_reply',
  text: 'The page that sent it is gone, and the conversation shows no reply.',
  retry_after_ms: null,
} as const;
/** After 15 seconds: the pages that a restarted browser brings back are back then. */
const LOOKS_OUT_OF_REACH = 2;
const OUT_OF_REACH = {
  code: 'no_reply',
  text: 'The page that sent it is gone, and nobody knows an address to open its conversation at.',
  retry_after_ms: null,
} as const;
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
  /** What stood there of the reply at the last look, and since when nothing of it has changed. */
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
    const { outcome, tabId } = await askPageForTurn(context, row, looks < MAX_OPENED);
    const found = outcome.outcome === 'found' ? outcome : null;
    if (found?.is_unanswered === true) {
      const why = { ...UNANSWERED, text: found.why ?? NO_REPLY_TOLD };
      await updateIfUnchanged(context, row, (current, at) => endedChange(current, why, at));
      return;
    }
    const seen = found?.reply ?? null;
    // The page that sent it sees it come: what it shows is not whole before that.
    const reply = watched && seen?.source === 'shown' ? null : seen;
    if (reply === null || tabId === null) {
      const mayComeBack = watched || tabId !== null || looks < LOOKS_OUT_OF_REACH;
      if (!mayComeBack && addressOf(context, row) === null) {
        await updateIfUnchanged(context, row, (current, at) =>
          endedChange(current, OUT_OF_REACH, at),
        );
        return;
      }
      const stood = found?.rest?.raw_text ?? '';
      const isStill = found?.is_growing !== true && schedule?.stood === stood;
      const stillSince = isStill ? schedule.stillSince : clock.now();
      const isOver = !watched && tabId !== null && clock.now() - stillSince >= AT_REST_MS;
      if (!isOver) return plan(row, looks + 1, { stood, stillSince });
      if (found?.rest) return record(row, found.rest, tabId);
      await updateIfUnchanged(context, row, (current, at) => endedChange(current, UNANSWERED, at));
      return;
    }
    await record(row, reply, tabId);
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
