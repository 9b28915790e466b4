import type { DeliveryJob } from '../../heart/deliveries/feature.ts';

/** How a question to a web chat stands, for people who look on. */
export interface ChatNews {
  /**
   * `queued`: not in the chat yet; `sent`: it is, and is not answered; `answering`: the reply is being written; `parked`: it
   * waits for the chat, its page or its site; `needs_person`: for a person.
   */
  readonly state: 'queued' | 'sent' | 'answering' | 'parked' | 'needs_person';
  /** The delivery that asks. */
  readonly jobId: string;
  /** Our id of the chat. */
  readonly conversation: string;
  /** How long the reply is so far, in characters. */
  readonly chars?: number;
  /** Until when a limit of the site holds back the account, in epoch ms; left out: none does. */
  readonly parkedUntil?: number;
  /** How many more messages the account may send before its pace holds it back; left out: it has no such limit. */
  readonly sendsLeft?: number;
}

/** Facts that decide how many messages an account may send. */
export interface SendingWindow {
  /** When it sent, in epoch ms. */
  readonly recentSends: readonly number[];
  /** Null: so many may be sent as its spacing lets. */
  readonly rolling: { readonly max_sends: number; readonly window_ms: number } | null;
  readonly parkedUntil: number | null;
  readonly now: number;
}

/** @param problem What it waits for; null: it is on its way as it should be. */
export function chatNews(
  { jobId, status }: Pick<DeliveryJob, 'jobId' | 'status'>,
  conversation: string,
  problem: { readonly hold?: { readonly by: 'person' | 'chat' } } | null,
  { recentSends, rolling, parkedUntil, now }: SendingWindow,
): ChatNews {
  const held = problem?.hold?.by;
  const state =
    held === 'person'
      ? 'needs_person'
      : held === 'chat'
        ? 'parked'
        : status === 'acked' || status === 'finalized'
          ? 'sent'
          : 'queued';
  const sent = recentSends.filter((at) => rolling !== null && at > now - rolling.window_ms).length;
  return {
    state,
    jobId,
    conversation,
    ...(parkedUntil !== null && parkedUntil > now && { parkedUntil }),
    ...(rolling !== null && { sendsLeft: Math.max(rolling.max_sends - sent, 0) }),
  };
}
