import type { FrameOf } from '../../../shared/protocol/index.ts';
import { preferencesOf } from '../runtime/preferences.ts';
import type { RowStore } from '../storage/row-store.ts';
import { type Notice, newsOf } from './news.ts';

type ConversationState = FrameOf<'conversation.state'>;

/** Tells of what is new in conversations, where a person wants to be told. */
export interface NewsFeed {
  /** The conductor told how a conversation stands. */
  told(state: ConversationState): void;
  onNews(listener: (notice: Notice) => void): void;
}

export function createNewsFeed(store: Pick<RowStore, 'view'>): NewsFeed {
  const listeners = new Set<(notice: Notice) => void>();
  /** Last known state of each conversation, by our id of it; a repeated state is no news. */
  const lastStates = new Map<string, ConversationState>();
  for (const { state } of store.view.conversations.values())
    if (state !== null) lastStates.set(state.local_conversation_id, state);

  return {
    told(state) {
      const before = lastStates.get(state.local_conversation_id) ?? null;
      lastStates.set(state.local_conversation_id, state);
      const { notify } = preferencesOf(store.view);
      const notices = newsOf(before, state).filter(({ news }) => notify.includes(news));
      for (const notice of notices) for (const listener of listeners) listener(notice);
    },
    onNews: (listener) => void listeners.add(listener),
  };
}
