import type { PageMessage } from '../../messages/page-messages.ts';
import { readConductorUrl } from '../conductor-link/conductor-url.ts';
import type { Routes } from '../ports.ts';

/** Where a message came from, as the browser says: the only part of it that cannot be made up. */
export interface Sender {
  readonly extensionId: string | null;
  readonly tabId: number | null;
  readonly frameId: number | null;
  readonly url: string | null;
}

const PAIRING_PATH = '/pair';

/** Own content scripts in top frames of pages only, each speaking for its own platform or its own conductor. */
export function mayBePage(
  sender: Sender,
  message: PageMessage,
  ownId: string,
  routes: Routes,
): sender is Sender & { readonly tabId: number } {
  // guard: own-content-scripts
  if (sender.extensionId !== ownId || sender.tabId === null || sender.frameId !== 0) return false;
  const { url } = sender;
  if (url === null) return false;
  switch (message.kind) {
    case 'pairing.meet':
    case 'pairing.offer':
      return isPairingPage(url, message.conductor_url); // guard: loopback-conductor
    case 'page.state':
      return routes.serves(message.state.platform, url);
    case 'page.reply':
      return routes.serves(message.reply.platform, url);
    case 'page.turn':
      return routes.serves(message.turn.platform, url);
    case 'page.captured':
    case 'page.progress':
      return routes.serves(message.platform, url);
    case 'attempt.progress':
      return true;
  }
}

/** Own pages (the popup, in its bubble or in a tab) only. */
export function mayBePopup(sender: Sender, ownId: string, ownBaseUrl: string): boolean {
  // guard: own-popup
  return sender.extensionId === ownId && sender.url?.startsWith(ownBaseUrl) === true;
}

/** Own scripts in any page: what they ask for is that the work in their own tab stops. */
export function mayStopHere(
  sender: Sender,
  ownId: string,
): sender is Sender & { readonly tabId: number } {
  return sender.extensionId === ownId && sender.tabId !== null;
}

/** A page offers its own origin and no other. */
function isPairingPage(pageUrl: string, conductorUrl: string): boolean {
  const page = URL.canParse(pageUrl) ? new URL(pageUrl) : null;
  const offered = readConductorUrl(conductorUrl);
  return (
    page?.protocol === 'http:' &&
    page.hostname === '127.0.0.1' &&
    page.pathname === PAIRING_PATH &&
    offered.ok &&
    offered.value === page.origin
  );
}
