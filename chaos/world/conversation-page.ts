import type { ChatSite, SiteAnswer } from '../site/chat-site.ts';
import { LIMIT_MS } from '../site/site-script.ts';
import type { PlannedChat } from '../schedule/schedule.ts';
import type { PageSite, SendOutcome, ShownConversation } from './played-page.ts';

/** Where a page shows it. */
export function shownConversation({ platform, remoteId }: PlannedChat): ShownConversation {
  return { platform, remoteId, url: `https://${platform}.example/c/${remoteId}` };
}

/** The chat site, as a page of one of its conversations meets it. */
export function conversationPage(site: ChatSite, conversation: string): PageSite {
  return {
    history: () => site.history(conversation),
    send: async (turnId, text) => OUTCOMES[await site.send(conversation, turnId, text)],
    onReply: (watcher) =>
      site.onReply((id, reply, plan) => {
        if (id === conversation && plan.reply === 'live') watcher(reply);
      }),
  };
}

const OUTCOMES: Record<SiteAnswer, SendOutcome> = {
  taken: { outcome: 'taken' },
  limited: { outcome: 'limited', retryAfterMs: LIMIT_MS },
  broken: { outcome: 'failed' },
  lost: { outcome: 'failed' },
};
