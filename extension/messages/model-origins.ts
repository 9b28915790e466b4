/**
 * Where a page asks its model, when that is another origin than its own: only what a person named with a click, kept for
 * the pair of both origins. It ends with the leave to watch the page's site.
 */
const PREFIX = 'models:';
/** More than any page asks; a page that always finds another gets no further. */
const MOST = 8;

/** A part of `browser.storage.local` as this needs it. */
export interface ModelStorage {
  get(key: string | null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/** An origin of the web, written as browsers write it. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, protocol } = new URL(value);
  return origin === value && (protocol === 'https:' || protocol === 'http:');
}

/** Where the pages of an origin may be read asking. */
export async function modelOrigins(
  storage: Pick<ModelStorage, 'get'>,
  page: string,
): Promise<readonly string[]> {
  const kept = (await storage.get(PREFIX + page))[PREFIX + page];
  return Array.isArray(kept) ? kept.filter(isOrigin).slice(0, MOST) : [];
}

/** To be called for a person's click, and nothing else. */
export async function keepModelOrigin(
  storage: ModelStorage,
  page: string,
  model: string,
): Promise<void> {
  const others = (await modelOrigins(storage, page)).filter((origin) => origin !== model);
  await storage.set({ [PREFIX + page]: [model, ...others].slice(0, MOST) });
}

/** Forgets those of every page whose site may not be watched any more. */
export async function forgetModelOrigins(
  storage: ModelStorage,
  isWatched: (page: string) => boolean,
): Promise<void> {
  const keys = Object.keys(await storage.get(null)).filter((key) => key.startsWith(PREFIX));
  const gone = keys.filter((key) => !isWatched(key.slice(PREFIX.length)));
  if (gone.length > 0) await storage.remove(gone);
}

/** Was it those of this page that changed? */
export function areModelOrigins(changes: object, page: string): boolean {
  return PREFIX + page in changes;
}
