import type { JsonObject } from '../../baa/json-value.ts';
import type { ChatSession } from '../sessions/feature.ts';
import type { ShownResource } from './queries.ts';

/** So many tabs are told, the latest active first; the rest is counted. */
const MAX_TABS = 10;

const MAX_URL = 120;

/** What a model gets to know of the tabs of its chat. */
export function browserState(
  { activeTabId }: Pick<ChatSession, 'activeTabId'>,
  open: readonly ShownResource[],
): JsonObject {
  const tabs = open.flatMap(({ resource, tab }) => (tab === null ? [] : [{ resource, tab }]));
  const active = tabs.find(({ tab }) => tab.tabId === activeTabId) ?? null;
  const latest = tabs
    .toSorted((a, b) => b.tab.lastActiveAt - a.tab.lastActiveAt)
    .slice(0, MAX_TABS);
  return {
    ...(active !== null && {
      url: shortUrl(active.resource.lastUrl),
      title: active.resource.lastTitle,
    }),
    active_tab_id: active === null ? null : active.tab.tabId,
    tabs: tabs
      .filter((one) => latest.includes(one))
      .map(({ resource, tab }) => ({
        id: tab.tabId,
        driver_id: resource.driverId,
        url: shortUrl(resource.lastUrl),
        title: resource.lastTitle,
        active: tab.tabId === activeTabId,
      })),
    ...(tabs.length > MAX_TABS && { more: tabs.length - MAX_TABS }),
  };
}

function shortUrl(url: string | null): string | null {
  return url === null || url.length <= MAX_URL
    ? url
    : `${url.slice(0, MAX_URL - 1).toWellFormed()}…`;
}
