import type { PopupAnswers } from '../messages/popup-messages.ts';
import type { Background } from './background.ts';
import { knownConversation, wantMode } from './runtime/known-conversations.ts';
import type { PageDirectory } from './runtime/page-directory.ts';
import { pausableConversations, pauseConversations } from './runtime/pause-conversations.ts';
import { type Change, metaOf, type RowStore, type View } from './storage/row-store.ts';

/** Requests of a person to the conductor; each is durable before the person is told that it was heard. */
export interface PersonRequests extends Pick<Background, 'sendText' | 'pause'> {
  commit(change: (view: View) => Change): Promise<PopupAnswers['popup.set_mode']>;
}

export function createPersonRequests({
  store,
  directory,
}: {
  readonly store: RowStore;
  readonly directory: Pick<PageDirectory, 'pages'>;
}): PersonRequests {
  async function commit(change: (view: View) => Change): Promise<PopupAnswers['popup.set_mode']> {
    if (metaOf(store.view).pairing === null) {
      return { ok: false, code: 'unauthorized', text: 'This browser is not paired.' };
    }
    await store.step((view) => ({ change: change(view), answer: null }));
    return { ok: true };
  }

  return {
    commit,
    async sendText({ platform, remote_conversation_id }, text) {
      const frame = { type: 'message.send', platform, remote_conversation_id, text } as const;
      return (await commit(() => ({ send: [frame] }))).ok;
    },
    async pause(which) {
      if (which === 'all') {
        const count = pausableConversations(store.view).length;
        return count > 0 && (await commit(pauseConversations)).ok ? count : 0;
      }
      const page = directory.pages.get(which.tabId);
      const id = page?.remote_conversation_id ?? null;
      if (page === undefined || id === null) return 0;
      const named = { platform: page.platform, remote_conversation_id: id };
      if ((knownConversation(store.view, named)?.state ?? null) === null) return 0;
      return (await commit((view) => wantMode(view, named, 'paused'))).ok ? 1 : 0;
    },
  };
}
