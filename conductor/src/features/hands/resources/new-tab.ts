import type { ShownResource } from './queries.ts';
import type { Resource, ResourceTab } from './rows.ts';

/** The entry of a resource in lists, behind all others of its session. */
export function newTab(
  resource: Resource,
  others: readonly ShownResource[],
  made: { readonly tabId: string; readonly title: string | null; readonly now: number },
): ResourceTab {
  const { tabId, title, now } = made;
  return {
    tabId,
    workspaceId: 'main',
    resourceId: resource.resourceId,
    position: Math.max(-1, ...others.map(({ tab }) => tab?.position ?? -1)) + 1,
    title,
    icon: null,
    pinned: resource.pinned,
    createdAt: now,
    lastActiveAt: now,
    version: 1,
  };
}

/** Returns the tab that is active when one of them goes: the latest active of the others. */
export function activeWithout(others: readonly ShownResource[]): string | null {
  const [latest] = others
    .flatMap(({ tab }) => tab ?? [])
    .toSorted((a, b) => b.lastActiveAt - a.lastActiveAt);
  return latest?.tabId ?? null;
}
