import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ConductorAdmin } from './conductor-admin.ts';
import type { BrowserName } from './find-browser.ts';
import { openBrowser } from './open-browser.ts';
import { openUndriven } from './open-undriven.ts';
import type { OpenBrowserOptions, RunningBrowser } from './opened-browser.ts';
import { connects, disconnects, pairBrowser } from './pair-browser.ts';
import { pinToToolbar } from './pin-to-toolbar.ts';

/** What a profile was set up for. */
const SetUp = z.object({
  conductor: z.url(),
  client_id: z.string(),
  /** The executable that does not keep the extension unless it is driven. */
  needs_driver: z.string().nullable(),
});
type SetUp = z.infer<typeof SetUp>;

export interface PairedBrowser {
  readonly opened: RunningBrowser;
  readonly paired: 'already' | 'now';
  /** It would not have the extension otherwise. Sites can see it. */
  readonly isDriven: boolean;
}

/**
 * Opens a person's browser at a page, with the extension in it and paired with the conductor, and undriven. A driver sets
 * the profile up, once and without a window, and is gone before the person's browser opens. `opening` hears of each
 * browser that is opened on the way, so that none outlives a start that fails or is stopped.
 */
export async function openPairedBrowser(
  name: BrowserName,
  options: OpenBrowserOptions,
  url: string,
  admin: ConductorAdmin,
  opening: (opened: RunningBrowser) => void,
): Promise<PairedBrowser> {
  const known = readSetUp(options.profileDir);
  if (known !== null && known.conductor === admin.url) {
    const found = await openConnecting(name, options, url, admin, opening, known);
    if (found !== null) return { ...found, paired: 'already' };
    // Unpaired by hand meanwhile.
  }
  const setUp = await setUpProfile(name, options, admin, opening);
  const found =
    (await openConnecting(name, options, url, admin, opening, setUp)) ??
    (await openConnecting(name, options, url, admin, opening, {
      ...setUp,
      needs_driver: options.executablePath,
    }));
  if (found === null) throw new Error(`${name} was paired, and does not connect.`);
  return { ...found, paired: 'now' };
}

/** Null, and nothing is open, where it does not connect. */
async function openConnecting(
  name: BrowserName,
  options: OpenBrowserOptions,
  url: string,
  admin: ConductorAdmin,
  opening: (opened: RunningBrowser) => void,
  setUp: SetUp,
): Promise<Omit<PairedBrowser, 'paired'> | null> {
  const isDriven = setUp.needs_driver === options.executablePath;
  const opened = isDriven
    ? await openDrivenAt(name, options, url)
    : await openUndriven(name, options, url);
  opening(opened);
  if (await connects(setUp.client_id, admin)) {
    writeSetUp(options.profileDir, setUp);
    return { opened, isDriven };
  }
  await opened.close();
  return null;
}

async function openDrivenAt(
  name: BrowserName,
  options: OpenBrowserOptions,
  url: string,
): Promise<RunningBrowser> {
  const opened = await openBrowser(name, options);
  const [page = await opened.browser.newPage()] = await opened.browser.pages();
  await page.goto(url, { waitUntil: 'load' });
  return opened;
}

async function setUpProfile(
  name: BrowserName,
  options: OpenBrowserOptions,
  admin: ConductorAdmin,
  opening: (opened: RunningBrowser) => void,
): Promise<SetUp> {
  const opened = await openBrowser(name, { ...options, headless: true, drivesExtension: true });
  opening(opened);
  await pinToToolbar(opened);
  const clientId = await pairBrowser(opened, admin);
  await opened.close();
  // Or the next one to connect could be taken for connected before it is.
  await disconnects(clientId, admin);
  return { conductor: admin.url, client_id: clientId, needs_driver: null };
}

function readSetUp(profileDir: string): SetUp | null {
  try {
    return SetUp.parse(JSON.parse(readFileSync(setUpFile(profileDir), 'utf8')));
  } catch {
    return null; // Never, or cut short: then it is done again.
  }
}

function writeSetUp(profileDir: string, setUp: SetUp): void {
  writeFileSync(setUpFile(profileDir), JSON.stringify(setUp), { mode: 0o600 });
}

function setUpFile(profileDir: string): string {
  return join(profileDir, 'baton-set-up.json');
}
