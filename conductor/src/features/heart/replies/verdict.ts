import type { Completeness } from '../../../../../shared/model/completeness.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { FoundAction } from '../actions/feature.ts';
import {
  type AnchorSource,
  CLOCK_SLACK_MS,
  type Conversation,
  mayAct,
  type MessageAnchor,
} from '../conversations/feature.ts';
import type { DeliveryJob } from '../deliveries/feature.ts';
import { repeatsItself, type Round } from './loop-breaker.ts';

/** The source of a reply that was seen as it came. */
export const LIVE = 'browser.final_message';

/** A final reply, as a browser tells of it. */
export interface HeardReply {
  readonly frame: FrameOf<'browser.final_message'>;
  readonly actions: readonly FoundAction[];
  /** Hash of all the actions as written; null: there are none. */
  readonly actionsHash: string | null;
  readonly now: number;
  /** Number of equal rounds in a row that stops the conversation; 0: none does. */
  readonly maxEqualRounds: number;
}

/**
 * Reason why a reply did, or did not, act. Kept in the audit trail. `agent`: it answers an agent, who does with it what
 * may be done; `bound`: it stands in a chat that serves an agent, and answers someone else; `not_whole`: nothing shows
 * that it came to its own end, so that what it asks for may lack a part.
 */
export type Verdict =
  | 'acts'
  | 'no_action'
  | 'known'
  | 'stale'
  | 'not_live'
  | 'mode'
  | 'loops'
  | 'agent'
  | 'bound'
  | 'not_whole';

/** Replies that, seen live, may be the one to what was sent last. */
export const NEW_ONES: readonly Verdict[] = [
  'acts',
  'no_action',
  'mode',
  'loops',
  'agent',
  'bound',
  'not_whole',
];

/** Returns the verdict on a reply, from the state of its conversation before it. */
export function verdictOf(
  { frame, actions, actionsHash, maxEqualRounds, now }: HeardReply,
  conversation: Conversation,
  {
    source,
    anchor,
    rounds,
    inFlight,
    isBound,
  }: {
    readonly source: AnchorSource;
    readonly anchor: MessageAnchor | null;
    readonly rounds: readonly Round[];
    readonly inFlight: readonly DeliveryJob[];
    readonly isBound: boolean;
  },
): Verdict {
  if (anchor !== null) return 'known';
  if (source !== LIVE) return 'not_live'; // guard: live-replies
  if (!isNewest(frame, conversation, now)) return 'stale'; // guard: new-replies
  // guard: agent-reply
  if (inFlight.some(({ status, origin }) => status === 'acked' && origin === 'agent'))
    return 'agent';
  if (isBound) return 'bound'; // guard: bound-reply
  if (completenessOf(frame) !== 'whole') return 'not_whole'; // guard: whole-replies
  if (actions.length === 0) return 'no_action';
  if (!mayAct(conversation.mode)) return 'mode'; // guard: mode
  const reply = { actionsHash, rawText: frame.raw_text };
  return repeatsItself(reply, rounds, maxEqualRounds) ? 'loops' : 'acts';
}

/** An extension that does not say it tells of final replies alone. */
export function completenessOf({ complete = 'whole' }: HeardReply['frame']): Completeness {
  return complete;
}

/** An observation from the future shows that the clock was set back since: the times of before say nothing then. */
export function isNewest(
  { observed_at }: HeardReply['frame'],
  { latestObservedAt }: Conversation,
  now: number,
): boolean {
  const latest = latestObservedAt ?? 0;
  // As it was said: what is written down of an old time may be later, and must not make the reply look new.
  const at = Math.min(observed_at, now);
  return at + CLOCK_SLACK_MS >= latest || latest > now;
}
