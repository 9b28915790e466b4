const LOCAL_HOST =
  /^[a-z][a-z0-9-]*:(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/;

/** Returns a platform's setting, as its pace: its own, else `local` for sites on this machine, else `default`. */
export function entryForPlatform<P>(
  entries: Readonly<Record<string, P>>,
  platform: string,
): P | null {
  const own = Object.hasOwn(entries, platform) ? entries[platform] : undefined;
  if (own !== undefined) return own;
  return (LOCAL_HOST.test(platform) ? entries['local'] : entries['default']) ?? null;
}
