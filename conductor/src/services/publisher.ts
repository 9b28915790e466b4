import { conversationRef, type ConversationKey } from '../../../shared/model/conversation-key.ts';
import { publishConversation } from '../domain/steps/publish-conversation.ts';
import type { Presence } from './presence.ts';
import type { Clock, Log, Store } from './ports.ts';

/** Tells watching browsers of changed conversations; many changes of one turn are one frame. */
export interface Publisher {
  changed(conversationKey: ConversationKey): void;
}

export function createPublisher(store: Store, presence: Presence, now: Clock, log: Log): Publisher {
  const waiting = new Set<ConversationKey>();

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
      if (waiting.size === 0) setImmediate(publish);
      waiting.add(conversationKey);
    },
  };
}
