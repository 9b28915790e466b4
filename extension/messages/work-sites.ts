/**
 * Sites that the browser lets Baton into only because a chat may work there. They are watched for no chats: what a
 * person allowed for the one is not allowed for the other.
 */
const KEY = 'work:sites';

/** A part of `browser.storage.local` as this needs it. */
interface SitesStorage {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

/** Match patterns. */
export async function workSites(storage: SitesStorage): Promise<readonly string[]> {
  const kept = (await storage.get(KEY))[KEY];
  return Array.isArray(kept) ? kept.filter((site) => typeof site === 'string') : [];
}

export async function keepWorkSite(
  storage: SitesStorage,
  pattern: string,
  isForWorkAlone: boolean,
): Promise<void> {
  const others = (await workSites(storage)).filter((site) => site !== pattern);
  await storage.set({ [KEY]: isForWorkAlone ? [...others, pattern] : others });
}

/** Was it this that changed? */
export function areWorkSites(changes: object): boolean {
  return KEY in changes;
}
