import browser from 'webextension-polyfill';

import type { Destination } from '../../messages/send-messages.ts';
import { word } from '../../i18n/words.ts';

/** As many as are found at a glance; the others are behind the last item. */
const MAX_SHOWN = 10;
const MAX_TITLE_LENGTH = 60;

const PARENT = 'send';
const MORE = 'send-more';
const TO = 'send-to:';

/** Choice of a click on a menu item. */
export type MenuChoice = { readonly to: Destination } | 'choose';

export interface SendMenu {
  /** Rebuilds the menu where it would look different. */
  show(destinations: readonly Destination[]): void;
}

/** "Send selection to conversation…", over marked text only, and not there when there is nowhere to send it. */
export function createSendMenu(): SendMenu {
  let shown = '';
  let last: Promise<unknown> = Promise.resolve();
  return {
    show(destinations) {
      const items = destinations.slice(0, MAX_SHOWN);
      const wanted = JSON.stringify([items, destinations.length > MAX_SHOWN]);
      if (wanted === shown) return;
      shown = wanted;
      // One after another: two at once would make the same item twice.
      last = last.then(() => rebuild(items, destinations.length > MAX_SHOWN)).catch(reportError);
    },
  };
}

/** Returns the choice behind an item id; null for an item that is not of this menu. */
export function choiceOf(itemId: unknown): MenuChoice | null {
  if (itemId === MORE) return 'choose';
  if (typeof itemId !== 'string' || !itemId.startsWith(TO)) return null;
  const [platform, remote_conversation_id] = JSON.parse(itemId.slice(TO.length)) as string[];
  if (platform === undefined || remote_conversation_id === undefined) return null;
  return { to: { platform, remote_conversation_id, title: '' } };
}

/** The id says where it leads: a click may reach a background that has just started. */
function itemId({ platform, remote_conversation_id: id }: Destination): string {
  return TO + JSON.stringify([platform, id]);
}

async function rebuild(items: readonly Destination[], hasMore: boolean): Promise<void> {
  await browser.contextMenus.removeAll();
  if (items.length === 0) return;
  const common = { contexts: ['selection' as const], parentId: PARENT };
  browser.contextMenus.create({ id: PARENT, title: word('menu_send'), contexts: ['selection'] });
  for (const item of items) {
    browser.contextMenus.create({ ...common, id: itemId(item), title: menuTitle(item) });
  }
  if (hasMore) browser.contextMenus.create({ ...common, id: MORE, title: word('menu_more') });
}

/** A percent sign in it would be the marked text, and an ampersand an access key. */
function menuTitle({ title }: Destination): string {
  const plain = title.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(new Intl.Segmenter().segment(plain), ({ segment }) => segment);
  const isLong = characters.length > MAX_TITLE_LENGTH;
  const short = isLong ? `${characters.slice(0, MAX_TITLE_LENGTH - 1).join('')}…` : plain;
  return short.replaceAll('&', '&&').replaceAll('%s', '% s');
}
