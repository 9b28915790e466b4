import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { buildExtension } from './build-extension.ts';
import type { ConductorAdmin } from './conductor-admin.ts';
import { connectConductorAdmin } from './conductor-admin.ts';
import { ensureBrowser } from './ensure-browser.ts';
import type { BrowserName } from './find-browser.ts';
import { requireFreePort } from './free-port.ts';
import { openPairedBrowser } from './open-paired-browser.ts';
import { offerPlaygroundTools } from './playground-tools.ts';
import type { PlaygroundSite } from './playground-site.ts';
import { connectPlaygroundSite } from './playground-site.ts';
import type { LauncherOptions } from './read-options.ts';
import { noteRunning } from './running-file.ts';
import { startService } from './start-service.ts';

/** Everything up: both services, the browser with the extension in it, and the two connected. */
export interface Session {
  readonly conductorUrl: string;
  readonly playgroundUrl: string;
  readonly logDir: string;
  readonly admin: ConductorAdmin;
  readonly site: PlaygroundSite;
  /** The browser's first tab, showing the playground. */
  readonly page: Page;
  /** Resolves with a sentence when one of the three ends, whoever ended it. */
  readonly ended: Promise<SessionEnd>;
}

export interface SessionEnd {
  readonly reason: string;
  /** A closed browser is how a person says that they are done; a service that ends is a fault. */
  readonly isFault: boolean;
}

/** What must be undone at the end, in the order it was done. Filled while starting, so that a failed start leaves nothing. */
export type Closers = (() => void | Promise<void>)[];

export async function startSession(
  options: LauncherOptions,
  browserName: BrowserName,
  closers: Closers,
  say: (line: string) => void,
): Promise<Session> {
  const { dataDir, conductorPort, playgroundPort } = options;
  const logDir = join(dataDir, 'log');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  offerPlaygroundTools(dataDir);

  const executablePath = await ensureBrowser(browserName, say);
  const extensionDir = await buildExtension(browserName, say);
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

  closers.push(
    noteRunning(dataDir, {
      pid: process.pid,
      conductor: conductor.url,
      playground: playground.url,
    }),
  );

  const admin = connectConductorAdmin(conductor.url, dataDir);
  const profileDir = join(dataDir, 'profiles', browserName);
  const { headless } = options;
  const { opened, paired } = await openPairedBrowser(
    browserName,
    { executablePath, extensionDir, profileDir, headless },
    admin,
    (each) => closers.push(() => each.close()),
  );
  say(paired === 'now' ? 'The browser is paired.' : 'The browser was paired before.');

  const [page = await opened.browser.newPage()] = await opened.browser.pages();
  await page.goto(playground.url, { waitUntil: 'load' });

  return {
    conductorUrl: conductor.url,
    playgroundUrl: playground.url,
    logDir,
    admin,
    site: connectPlaygroundSite(playground.url),
    page,
    ended: Promise.race([
      opened.exited.then(() => ({ reason: 'The browser was closed.', isFault: false })),
      conductor.exited.then(() => ({ reason: 'The conductor ended.', isFault: true })),
      playground.exited.then(() => ({ reason: 'The playground ended.', isFault: true })),
    ]),
  };
}
