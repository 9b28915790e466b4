import { isConductorHost } from '../../messages/conductor-host.ts';
import { usualConductorUrl } from '../conductor-link/conductor-url.ts';
import type { Routes } from '../ports.ts';
import { type Change, metaOf, type View } from '../storage/row-store.ts';

/** The adapter behind a name on the wire, which may continue with a host. */
export function adapterOf(platform: string): string {
  return platform.split(':')[0] ?? platform;
}

/** Did a person switch the adapter off? The conductor's own pages are nobody's chats. */
export function isSwitchedOff(view: Pick<View, 'meta'>, platform: string): boolean {
  const meta = metaOf(view);
  const adapter = adapterOf(platform);
  const host = platform.slice(adapter.length + 1);
  return (
    meta.sites_off?.includes(adapter) === true || isConductorHost(host, usualConductorUrl(meta))
  );
}

export function switchSite(view: View, site: string, enabled: boolean): Change {
  const meta = metaOf(view);
  const others = (meta.sites_off ?? []).filter((name) => name !== site);
  return { put: { meta: [{ ...meta, sites_off: enabled ? others : [...others, site] }] } };
}

/** No page of a site that is switched off is opened. */
export function withoutSites(routes: Routes, isOff: (platform: string) => boolean): Routes {
  return {
    serves: (platform, url) => routes.serves(platform, url),
    conversationUrl: (platform, ids, urls) =>
      isOff(platform) ? null : routes.conversationUrl(platform, ids, urls),
    newConversationUrl: (platform, urls) =>
      isOff(platform) ? null : routes.newConversationUrl(platform, urls),
  };
}
