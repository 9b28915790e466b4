import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserName } from './find-browser.ts';

/** Lock that names the process which has a profile open: a link to `<host>-<pid>` or to `<address>:+<pid>`. */
const LOCKS: Readonly<Record<BrowserName, string>> = { chromium: 'SingletonLock', firefox: 'lock' };

/**
 * The process that has the profile open now, or null. A lock that a crash left behind does not count; where processes
 * cannot be looked at, as on macOS, none is known.
 */
export function holderOf(name: BrowserName, profileDir: string): number | null {
  try {
    const pid = Number(/\d+$/.exec(readlinkSync(join(profileDir, LOCKS[name])))?.[0]);
    const isBrowser = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profileDir);
    return isBrowser ? pid : null;
  } catch {
    return null;
  }
}
