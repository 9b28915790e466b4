import type { JsonObject } from '../../../baa/json-value.ts';
import type { ChatSession } from '../../heart/lineage/feature.ts';
import type { ShownResource } from './queries.ts';

/** Most tabs told, the latest active first; the rest is counted. */
const MAX_TABS = 10;

const MAX_URL = 120;

/** Returns the tabs of a chat, as its model is told. */
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

/**
 * The same beside a text, where each character counts: what is unknown is left out, and of the active tab, and
 * of the page that the text is of, so are title and address where they stand above. `active_tab_id` alone says the id of the
 * tab that is active.
 *
 * @param shownId Of the resource whose page the text shows, with its title and address; null: it shows neither.
 */
export function stateBeside(
  { session, open }: { readonly session: ChatSession; readonly open: readonly ShownResource[] },
  shownId: string | null,
): JsonObject {
  const { tabs, url, title, ...rest } = browserState(session, open);
  const shown = open.find(({ resource }) => resource.resourceId === shownId)?.tab?.tabId;
  return {
    ...(shownId === null && { url: url ?? null, title: title ?? null }),
    ...rest,
    tabs: (tabs as readonly JsonObject[]).map((tab) => {
      const isSaid = shownId === null ? tab['active'] === true : tab['id'] === shown;
      const { id, driver_id, url: at, title: name, active } = tab;
      const told = {
        ...(active === true ? { active } : { id }),
        ...((tabs as readonly unknown[]).length > 1 && { driver_id }),
        ...(!isSaid && { url: at, title: name }),
      };
      return Object.fromEntries(
        Object.entries(told).filter(([, value]) => value !== null),
      ) as JsonObject;
    }),
  };
}

function shortUrl(url: string | null): string | null {
  return url === null || url.length <= MAX_URL
    ? url
    : `${url.slice(0, MAX_URL - 1).toWellFormed()}…`;
}
