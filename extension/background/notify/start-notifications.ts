import browser from 'webextension-polyfill';

import { platformName } from '../../ui/site-names.ts';
import { word } from '../../i18n/words.ts';
import type { Background } from '../background.ts';
import type { Notice } from './news.ts';

/**
 * Desktop notifications, which a person asked for and the browser allowed. Called in the first tick: a service worker
 * may be started by a click on one.
 */
export function startNotifications(ready: Promise<Background>): void {
  listen(ready);
  // The browser has no such thing before a person allows it.
  browser.permissions.onAdded.addListener(({ permissions }) => {
    if (permissions?.includes('notifications') === true) listen(ready);
  });
  ready.then((background) => background.onNews((notice) => void show(notice)), reportError);
}

let isListening = false;

function listen(ready: Promise<Background>): void {
  if (isListening || !isAllowed()) return;
  isListening = true;
  browser.notifications.onClicked.addListener((id) => {
    const place = placeOf(id);
    if (place === null) return;
    browser.notifications.clear(id).catch(reportError);
    ready
      .then((background) => background.popup({ kind: 'popup.go_to', ...place, page_url: null }))
      .catch(reportError);
  });
}

function isAllowed(): boolean {
  const { notifications }: { notifications?: unknown } = browser;
  return notifications !== undefined;
}

/** Names the site and the chat, and nothing that was said. A newer one of the same kind takes its place. */
async function show({ news, platform, remote_conversation_id, title }: Notice): Promise<void> {
  if (!isAllowed()) return;
  const chat = title ?? word('conversation_untitled');
  await browser.notifications
    .create(JSON.stringify([news, platform, remote_conversation_id]), {
      type: 'basic',
      iconUrl: browser.runtime.getURL('icon/128.png'),
      title: word(`notice_${news}`),
      message: word('place', platformName(platform), chat),
    })
    .catch(reportError);
}

function placeOf(id: string): { platform: string; remote_conversation_id: string } | null {
  try {
    const [, platform, remote_conversation_id] = JSON.parse(id) as string[];
    if (platform === undefined || remote_conversation_id === undefined) return null;
    return { platform, remote_conversation_id };
  } catch {
    return null;
  }
}
