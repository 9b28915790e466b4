import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import { query } from '../../../engine/query.ts';
import type { MessageAnchor, Refs } from '../conversations/feature.ts';
import type { DeliveryJob } from '../deliveries/feature.ts';
import type { Round, Said } from './loop-breaker.ts';
import type { SaidTurn } from './second-reply.ts';

/** Open work of replies. */
export interface StillToCome {
  /** Replies with actions that have no result yet. */
  readonly replies: readonly MessageAnchor[];
  /** Deliveries of results that nobody has begun to send. */
  readonly results: readonly DeliveryJob[];
}

/**
 * The newest reply of the conversation, where it was live, nobody has spoken since, it holds actions, no instruction
 * was made of them, and neither it nor the conversation serves an agent; null: there is none.
 */
export const heldReply = query<{ readonly ref: ConversationRef }, MessageAnchor | null>(
  'heldReply',
);
/** The same of all conversations. */
export const heldReplies = query<Readonly<Record<never, never>>, readonly MessageAnchor[]>(
  'heldReplies',
);
/**
 * Live replies since a person last spoke, the latest first, and what each was answered. None where the reply says
 * something else than the latest two: it repeats nothing then.
 */
export const recentRounds = query<
  Refs & { readonly limit: number; readonly reply: Said },
  readonly Round[]
>('recentRounds');
/** The last two turns of each conversation that is named, of a person or of Baton. */
export const newestTurns = query<Refs, readonly SaidTurn[]>('newestTurns');
/** Replies among the last of the conversations that say exactly this, the newest first. */
export const equalReplies = query<Refs & { readonly rawText: string }, readonly MessageAnchor[]>(
  'equalReplies',
);
/** Open work of the replies of the conversation. */
export const stillToCome = query<Refs, StillToCome>('stillToCome');
