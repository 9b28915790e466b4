import { conversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, Log } from '../../../engine/runtime.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import * as conversations from '../conversations/queries.ts';

/** Progress of a reply that is being written. Times in ms since 1970-01-01 UTC. */
export interface Progress {
  readonly local_conversation_id: string;
  readonly characters: number;
  readonly since: number;
  readonly ended: boolean;
}

/** Passes on how replies grow to whoever looks; nothing of it is kept. */
export interface ReplyProgress {
  readonly told: (clientId: string, frame: FrameOf<'reply.progress'>) => void;
  readonly watch: (tell: (progress: Progress) => void) => () => void;
}

/** People look at it. */
const LEAST_BETWEEN_MS = 1_000;

export function createReplyProgress(deps: {
  readonly read: Reader;
  readonly presence: Pick<Presence, 'watches'>;
  readonly now: Clock;
  /** Clock that nobody sets, in milliseconds. */
  readonly steadyNow: () => number;
  readonly log: Log;
}): ReplyProgress {
  const { read, presence, now, steadyNow, log } = deps;
  const watching = new Set<(progress: Progress) => void>();
  /** Time when the progress of each conversation was passed on last. */
  const passedAt = new Map<string, number>();

  async function pass(frame: FrameOf<'reply.progress'>): Promise<void> {
    const conversation = await read.one(conversations.conversation({ ref: frame }));
    if (conversation === null) return;
    const { characters, for_ms: forMs, ended } = frame;
    const { localConversationId: local_conversation_id } = conversation;
    const progress = {
      local_conversation_id,
      characters,
      since: now() - forMs,
      ended,
    };
    for (const tell of watching) tell(progress);
  }

  return {
    told(clientId, frame) {
      const key = conversationKey(frame);
      if (watching.size === 0 || !presence.watches(clientId, key)) return;
      const at = steadyNow();
      for (const [other, then] of passedAt) {
        if (at - then >= LEAST_BETWEEN_MS) passedAt.delete(other);
      }
      if (!frame.ended && passedAt.has(key)) return;
      passedAt.set(key, at);
      pass(frame).catch((cause: unknown) =>
        log.error({ err: cause }, 'the progress of a reply could not be passed on'),
      );
    },
    watch(tell) {
      watching.add(tell);
      return () => watching.delete(tell);
    },
  };
}
