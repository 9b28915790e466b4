import type { ObservedReply } from '../../messages/page-messages.ts';
import { keyOf } from '../runtime/conversation-ids.ts';
import { metaOf, type Plan, type UnsentFrame, type View } from '../storage/row-store.ts';
import type { DeliveryAttempt, KnownReplies } from '../storage/tables.ts';
import {
  attemptOfSend,
  attemptsIn,
  isUnsettled,
  attemptAfter,
  resultOf,
  seenAttempt,
} from './attempt.ts';

/** Enough to know every reply a page may still show or stream again. */
const MAX_KNOWN_REPLIES = 200;

export interface SeenReply {
  readonly reply: ObservedReply;
  readonly tabId: number;
  /** Found by looking for this attempt's own turn, so it answers that. */
  readonly answersAttemptId: string | null;
  readonly now: number;
}

/**
 * Records an observed reply: one frame per (conversation, message), and in the same transaction the attempt it answers
 * moves on. A reply to our own turn may act however it was found, except one that a page merely shows: it may be
 * unfinished, and its words may be changed by the page.
 */
export function recordReply(view: View, observed: SeenReply): Plan<null> {
  const meta = metaOf(view);
  // Without a conductor nobody is told, and nothing is kept.
  if (meta.pairing === null) return { change: {}, answer: null };
  const { reply, now } = observed;
  const own = answeredAttempt(view, observed);
  // guard: shown-replies
  const acting = reply.source === 'live' || (own !== null && reply.source !== 'shown');

  const key = keyOf(view, reply);
  const known = view.replies.get(key)?.replies ?? [];
  const before = known.find(({ id }) => id === reply.assistant_message_id);
  const isNews = before === undefined || (acting && !before.acting);

  const send: UnsentFrame[] = [];
  const attempts: DeliveryAttempt[] = [];
  if (own !== null) {
    const acked = own.status === 'acked' ? own : seenAttempt(own, reply.in_reply_to, now);
    if (own.status !== 'acked') send.push(resultOf(acked));
    // Also where the reply is known: that it answers this attempt is news.
    send.push(finalMessage(observed, acting, own));
    const replied = attemptAfter(
      acked,
      'REPLIED',
      {
        reply_seq: meta.out_seq + send.length,
        // Nobody looks for it any more: what only a look needs would make the journal grow with the conversation.
        message_text: '',
        known_user_message_ids: null,
        waiting_for: null,
      },
      now,
    );
    attempts.push(replied);
  } else if (isNews) {
    send.push(finalMessage(observed, acting, carrierOf(view, reply)));
  }
  const replies = isNews ? [remembered(key, known, reply.assistant_message_id, acting)] : [];
  return { change: { put: { attempts, replies }, send }, answer: null };
}

/**
 * The attempt whose message a reply answers: the one it was looked up for, whose turn it names, or whose own request
 * brought it. That it is the next one after our turn proves nothing: it may be the reply to another question.
 */
export function answeredAttempt(
  view: View,
  { reply, answersAttemptId }: Pick<SeenReply, 'reply' | 'answersAttemptId'>,
): DeliveryAttempt | null {
  const waiting = attemptsIn(view, reply).filter(
    (row) => isUnsettled(row) || row.status === 'acked',
  );
  if (answersAttemptId !== null) {
    return waiting.find((row) => row.attempt_id === answersAttemptId) ?? null;
  }
  const carrier = carrierOf(view, reply);
  if (carrier !== null) return waiting.includes(carrier) ? carrier : null;
  const turn = reply.in_reply_to;
  if (turn === null) return null;
  return (
    waiting.findLast((row) => row.status !== 'resolving' && row.user_message_id === turn) ?? null
  );
}

/**
 * Whether a page's reply may belong to an attempt but cannot be told from the reply alone. A snapshot is then not
 * recorded before a look: as a mere snapshot it could not act.
 */
export function needsLook(view: View, reply: ObservedReply): boolean {
  if (
    reply.source === 'live' ||
    answeredAttempt(view, { reply, answersAttemptId: null }) !== null
  ) {
    return false;
  }
  return attemptsIn(view, reply).some(
    (row) =>
      (row.status === 'acked' || row.status === 'sending') &&
      (reply.in_reply_to === null || row.user_message_id === null),
  );
}

/** The attempt whose own request brought the reply, even if it is over. */
function carrierOf(view: View, reply: ObservedReply): DeliveryAttempt | null {
  const row = reply.attempt_id === null ? null : attemptOfSend(view, reply.attempt_id);
  return row !== null && attemptsIn(view, reply).includes(row) ? row : null;
}

function finalMessage(
  { reply, tabId }: SeenReply,
  acting: boolean,
  answered: DeliveryAttempt | null,
): UnsentFrame {
  return {
    type: 'browser.final_message',
    platform: reply.platform,
    remote_conversation_id: reply.remote_conversation_id,
    aliases: [...reply.aliases],
    ...(reply.by_hand && { by_hand: true }),
    assistant_message_id: reply.assistant_message_id,
    raw_text: reply.raw_text,
    complete: reply.complete,
    observed_at: reply.observed_at,
    source: acting ? 'browser.final_message' : reply.source === 'replay' ? 'replay' : 'snapshot',
    answers_job_id: answered?.job_id ?? null,
    in_reply_to: reply.in_reply_to,
    follows: reply.follows ?? null,
    tab_id: tabId,
    page_url: reply.page_url,
    page_title: reply.page_title,
  };
}

function remembered(
  key: string,
  known: KnownReplies['replies'],
  id: string,
  acting: boolean,
): KnownReplies {
  const others = known.filter((entry) => entry.id !== id);
  return { key, replies: [...others, { id, acting }].slice(-MAX_KNOWN_REPLIES) };
}
