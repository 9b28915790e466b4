import { conversationRef, type ConversationKey } from '../../../shared/model/conversation-key.ts';
import { publishConversation } from '../domain/steps/publish-conversation.ts';
import type { Presence } from './presence.ts';
import type { Clock, Log, Store } from './ports.ts';

/** Tells watching browsers of changed conversations; changes that follow one another are one frame. */
export interface Publisher {
  changed(conversationKey: ConversationKey): void;
  /** Nobody is told any more. */
  stop(): void;
}

/** People look at it: what is newer by less than they see is not worth a frame of its own. */
const GATHER_MS = 50;

export function createPublisher(store: Store, presence: Presence, now: Clock, log: Log): Publisher {
  const waiting = new Set<ConversationKey>();
  let timer: NodeJS.Timeout | undefined;

  function publish(): void {
    const keys = [...waiting];
    waiting.clear();
    for (const key of keys) {
      const clientIds = presence.watching(key);
      if (clientIds.length === 0) continue;
      store
        .run(publishConversation, { ref: conversationRef(key), clientIds, now: now() })
        .catch((cause: unknown) =>
          log.error({ err: cause, conversation_key: key }, 'publishing a conversation failed'),
        );
    }
  }

  return {
    changed(conversationKey) {
      if (waiting.size === 0) timer = setTimeout(publish, GATHER_MS);
      waiting.add(conversationKey);
    },
    stop: () => clearTimeout(timer),
  };
}
