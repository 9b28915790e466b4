/**
 * The browser lets the extension into every page of 127.0.0.1 for the conductor's sake, and tells no ports apart. That
 * a person lets it watch chats there is therefore kept by the extension itself.
 */
export const LOOPBACK_PAGES = 'http://127.0.0.1/*';

const KEY = 'watch:127.0.0.1';

/** A part of `browser.storage.local` as this needs it. */
interface LeaveStorage {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
}

export async function hasLoopbackPermission(storage: LeaveStorage): Promise<boolean> {
  return (await storage.get(KEY))[KEY] === true;
}

export async function keepLoopbackPermission(storage: LeaveStorage, may: boolean): Promise<void> {
  if (may) await storage.set({ [KEY]: true });
  else await storage.remove(KEY);
}

/** Was it this that changed? */
export function isLoopbackPermission(changes: object): boolean {
  return KEY in changes;
}
