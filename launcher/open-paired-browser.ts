import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { pinToToolbar, reloadExtension } from './chromium-extensions-page.ts';
import type { ConductorAdmin } from './conductor-admin.ts';
import type { BrowserName } from './find-browser.ts';
import { openBrowser } from './open-browser.ts';
import { openUndriven } from './open-undriven.ts';
import type { OpenBrowserOptions, OpenedBrowser, RunningBrowser } from './opened-browser.ts';
import { connects, disconnects, pairBrowser, untilBackgroundAnswers } from './pair-browser.ts';
import { holderOf } from './profile-holder.ts';
import { hashFolder } from './source-stamp.ts';

/** Facts about the setup of a profile. */
const SetUp = z.object({
  conductor: z.url(),
  client_id: z.string(),
  /** Build of the extension that ran last. */
  build: z.string(),
  /** The executable that does not keep the extension unless it is driven. */
  needs_driver: z.string().nullable(),
});
type SetUp = z.infer<typeof SetUp>;

export interface PairedBrowser {
  readonly opened: RunningBrowser;
  readonly paired: 'already' | 'now';
  /** true: it is driven, as it would not have the extension otherwise. Sites can see it. */
  readonly isDriven: boolean;
}

/**
 * Opens a person's browser at pages, with the extension in it and paired with the conductor, and undriven. A driver sets
 * the profile up, once and without a window, and is gone before the person's browser opens. `opening` hears of each
 * browser that is opened on the way, so that none outlives a start that fails or is stopped.
 */
export async function openPairedBrowser(
  name: BrowserName,
  options: OpenBrowserOptions,
  /** Asked when the browser opens: some addresses hold for a minute. */
  pages: () => Promise<readonly string[]>,
  admin: ConductorAdmin,
  opening: (opened: RunningBrowser) => void,
): Promise<PairedBrowser> {
  const holder = holderOf(name, options.profileDir);
  if (holder !== null) {
    throw new Error(
      `The ${name} of an earlier start is still open (process ${holder}). Close it, then start again.`,
    );
  }
  const given = { name, options, pages, admin, opening };
  const build = hashFolder(options.extensionDir);
  const known = readSetUp(options.profileDir);
  if (known !== null && known.conductor === admin.url) {
    if (known.build !== build) await bringUpToDate(given, known);
    const found = await openConnecting(given, { ...known, build });
    if (found !== null) return { ...found, paired: 'already' };
    // Unpaired by hand meanwhile.
  }
  const setUp: SetUp = { ...(await setUpProfile(given)), build };
  const found =
    (await openConnecting(given, setUp)) ??
    (await openConnecting(given, { ...setUp, needs_driver: options.executablePath }));
  if (found === null) throw new Error(`${name} was paired, and does not connect.`);
  return { ...found, paired: 'now' };
}

interface Given {
  readonly name: BrowserName;
  readonly options: OpenBrowserOptions;
  readonly pages: () => Promise<readonly string[]>;
  readonly admin: ConductorAdmin;
  readonly opening: (opened: RunningBrowser) => void;
}

/** Null, and nothing is open, where it does not connect. */
async function openConnecting(
  { name, options, pages, admin, opening }: Given,
  setUp: SetUp,
): Promise<Omit<PairedBrowser, 'paired'> | null> {
  const isDriven = setUp.needs_driver === options.executablePath;
  const opened = isDriven
    ? await openDrivenAt(name, options, await pages())
    : await openUndriven(name, options, await pages());
  opening(opened);
  const connected = await Promise.race([
    connects(setUp.client_id, admin),
    opened.exited.then((): never => {
      throw new Error(`${name} was closed before it was ready.`);
    }),
  ]);
  if (connected) {
    writeSetUp(options.profileDir, setUp);
    return { opened, isDriven };
  }
  await opened.close();
  return null;
}

async function openDrivenAt(
  name: BrowserName,
  options: OpenBrowserOptions,
  urls: readonly string[],
): Promise<RunningBrowser> {
  const opened = await openBrowser(name, options);
  const [first] = await opened.browser.pages();
  for (const [index, url] of urls.entries()) {
    const page = (index === 0 ? first : undefined) ?? (await opened.browser.newPage());
    await page.goto(url, { waitUntil: 'load' });
  }
  return opened;
}

async function setUpProfile(given: Given): Promise<Omit<SetUp, 'build'>> {
  const { admin } = given;
  const clientId = await drivenOnce(given, async (opened) => {
    await reloadExtension(opened);
    await pinToToolbar(opened);
    return pairBrowser(opened, admin);
  });
  return { conductor: admin.url, client_id: clientId, needs_driver: null };
}

/** Only a driver can have Chromium run another build; Firefox needs none. */
async function bringUpToDate(given: Given, known: SetUp): Promise<void> {
  if (given.name !== 'chromium') return;
  await drivenOnce(given, async (opened) => {
    await reloadExtension(opened);
    await untilBackgroundAnswers(opened);
    return known.client_id;
  });
}

/** Work on the profile that needs a driver, without a window; returns the client it was about, disconnected again. */
async function drivenOnce(
  { name, options, admin, opening }: Given,
  work: (opened: OpenedBrowser) => Promise<string>,
): Promise<string> {
  const opened = await openBrowser(name, { ...options, headless: true, drivesExtension: true });
  opening(opened);
  const clientId = await work(opened);
  await opened.close();
  // Or the next one to open could be taken for connected before it is.
  await disconnects(clientId, admin);
  return clientId;
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
