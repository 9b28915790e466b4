import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeOpeningPage } from '../conductor/src/opening-page.ts';
import { offerPlaygroundTools } from '../conductor/src/playground-tools.ts';
import { buildExtension } from './build-extension.ts';
import { buildFace } from './build-face.ts';
import { bundlePrograms } from './bundle-programs.ts';
import type { ConductorAdmin } from './conductor-admin.ts';
import { connectConductorAdmin } from './conductor-admin.ts';
import { DEMO_TITLE, type DemoParts } from './demo.ts';
import { ensureBrowser } from './ensure-browser.ts';
import type { BrowserName } from './find-browser.ts';
import { requireFreePort } from './free-port.ts';
import { openPairedBrowser } from './open-paired-browser.ts';
import { openTrialBrowser } from './open-trial-browser.ts';
import type { OpenBrowserOptions, RunningBrowser } from './opened-browser.ts';
import type { PlaygroundSite } from './playground-site.ts';
import { connectPlaygroundSite } from './playground-site.ts';
import type { LauncherOptions } from './read-options.ts';
import { startService } from './start-service.ts';

/** Everything up: both services, the browser with the extension in it, and the two connected. */
export interface Session {
  readonly conductorUrl: string;
  readonly playgroundUrl: string;
  readonly logDir: string;
  readonly admin: ConductorAdmin;
  readonly site: PlaygroundSite;
  /** Parts of the demo that depend on the browser, which shows its conversation; null: no demo was asked for. */
  readonly demo: Pick<DemoParts, 'conversationId' | 'begin' | 'typed' | 'show'> | null;
  /** Resolves with a sentence when one of the three ends, whoever ended it. */
  readonly ended: Promise<SessionEnd>;
}

export interface SessionEnd {
  readonly reason: string;
  /** A closed browser is how a person says that they are done; a service that ends is a fault. */
  readonly isFault: boolean;
}

/** Functions to run at the end, in order. Filled while starting, so that a failed start leaves nothing. */
export type Closers = (() => void | Promise<void>)[];

export async function startSession(
  options: LauncherOptions,
  browserName: BrowserName,
  withDemo: boolean,
  closers: Closers,
  say: (line: string) => void,
): Promise<Session> {
  const { dataDir, conductorPort, playgroundPort } = options;
  const logDir = join(dataDir, 'log');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  offerPlaygroundTools(dataDir);

  const executablePath = await ensureBrowser(browserName, say);
  const extensionDir = await buildExtension(browserName, say);
  await buildFace(say);
  await bundlePrograms();
  await requireFreePort(conductorPort, '--conductor-port');
  await requireFreePort(playgroundPort, '--playground-port');

  const conductor = await startService({
    name: 'The conductor',
    entry: 'conductor/src/main.ts',
    args: ['--json', '--port', String(conductorPort), '--data-dir', dataDir],
    logFile: join(logDir, 'conductor.log'),
  });
  closers.push(() => conductor.stop());

  const playground = await startService({
    name: 'The playground',
    entry: 'playground/main.ts',
    args: ['--json', '--port', String(playgroundPort), '--data-dir', join(dataDir, 'playground')],
    logFile: join(logDir, 'playground.log'),
    // A trial run must end the same way every time, so no model is asked.
    ...(options.once && { env: { OPENAI_BASE_URL: undefined } }),
  });
  closers.push(() => playground.stop());

  const admin = connectConductorAdmin(conductor.url, dataDir);
  const site = connectPlaygroundSite(playground.url);
  const conversationId = withDemo ? await site.createConversation(DEMO_TITLE) : null;
  const url = conversationId === null ? playground.url : site.conversationUrl(conversationId);
  const browserOptions: OpenBrowserOptions = {
    executablePath,
    extensionDir,
    // A trial run's is driven, and no person's logins come to lie in it.
    profileDir: join(dataDir, 'profiles', options.once ? `${browserName}-trial` : browserName),
    headless: options.headless,
  };
  const open = options.once ? openForTrial : openForPerson;
  const { opened, begin, typed, show } = await open({
    name: browserName,
    options: browserOptions,
    dataDir,
    url,
    admin,
    opening: (each) => closers.push(() => each.close()),
    say,
  });

  return {
    conductorUrl: conductor.url,
    playgroundUrl: playground.url,
    logDir,
    admin,
    site,
    demo: conversationId === null ? null : { conversationId, begin, typed, show },
    ended: Promise.race([
      opened.exited.then(() => ({ reason: 'The browser was closed.', isFault: false })),
      conductor.exited.then(() => ({ reason: 'The conductor ended.', isFault: true })),
      playground.exited.then(() => ({ reason: 'The playground ended.', isFault: true })),
    ]),
  };
}

interface Opening {
  readonly name: BrowserName;
  readonly options: OpenBrowserOptions;
  readonly dataDir: string;
  readonly url: string;
  readonly admin: ConductorAdmin;
  /** Hears of each browser that is opened on the way. */
  readonly opening: (opened: RunningBrowser) => void;
  readonly say: (line: string) => void;
}

type Opened = Pick<DemoParts, 'begin' | 'typed' | 'show'> & { readonly opened: RunningBrowser };

async function openForTrial(given: Opening): Promise<Opened> {
  const { name, options, url, admin, opening } = given;
  const { opened, type, show } = await openTrialBrowser(name, options, url, admin, opening);
  given.say('The browser is paired.');
  return { opened, begin: (_id, text) => type(text), typed: 1, show };
}

/** Nothing drives a person's browser, so Baton itself says the first thing. */
async function openForPerson(given: Opening): Promise<Opened> {
  const { name, options, url, admin, opening, say } = given;
  // Chromium opens one page without a window, and nobody would see the web UI there.
  const pages = async (): Promise<readonly string[]> =>
    options.headless ? [url] : [writeOpeningPage(given.dataDir, await admin.makeFaceLink()), url];
  const { opened, paired, isDriven } = await openPairedBrowser(
    name,
    options,
    pages,
    admin,
    opening,
  );
  say(paired === 'now' ? 'The browser is paired.' : 'The browser was paired before.');
  if (isDriven) {
    say(
      `This ${name} only keeps signed extensions, so Baton has to remote-control it (sites can detect that). ` +
        "Debian's chromium and firefox-esr do not have this limit: name one by --browser, BATON_CHROMIUM or BATON_FIREFOX.",
    );
  }
  return { opened, begin: (id, text) => admin.send(id, text), typed: 0, show: null };
}
