import type { Background } from '../../extension/background/create-background.ts';
import type { PageMessage } from '../../extension/messages/page-messages.ts';

/** Hands a page's message to the part of the background that takes it. */
export function relayPageMessage(
  background: Background,
  tabId: number,
  message: PageMessage,
): Promise<unknown> {
  switch (message.kind) {
    case 'page.state':
      return background.pageState(tabId, message.state);
    case 'page.reply':
      return background.pageReply(tabId, message);
    case 'page.turn':
      return background.pageTurn(message);
    case 'page.captured':
      return background.pageCaptured(message);
    case 'attempt.progress':
      return background.attemptProgress(tabId, message);
    case 'pairing.offer':
      return background.pair(message.conductor_url, message.code);
  }
}
