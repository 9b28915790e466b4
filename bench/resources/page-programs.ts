import { findBrowser } from '../../launcher/find-browser.ts';
import { startConductorUnderLoad } from '../baton/start-conductor-under-load.ts';
import { type InstalledPeers, installPeers } from '../peers/install-peers.ts';
import type { PageProgram } from './page-program.ts';
import { startBatonPages } from './start-baton-pages.ts';
import { PAGE_PEERS, startChromeDevtoolsMcp, startPlaywrightMcp } from './start-page-peers.ts';

/** Programs by which a model can work in pages. */
export const PAGE_PROGRAMS = [
  'baton-chromium',
  'baton-firefox',
  'playwright-mcp',
  'chrome-devtools-mcp',
] as const;
export type PageProgramName = (typeof PAGE_PROGRAMS)[number];

export interface PagePrograms {
  readonly peers: InstalledPeers;
  /** Another one each time; it ends with all of this. */
  readonly start: (name: PageProgramName) => Promise<PageProgram>;
}

/** The peers, a conductor and a Chromium for them all, as long as `work` takes. */
export async function withPagePrograms<Result>(
  work: (programs: PagePrograms) => Promise<Result>,
): Promise<Result> {
  const ends: (() => unknown)[] = [];
  try {
    const peers = installPeers(PAGE_PEERS);
    ends.push(() => peers.remove());
    const conductor = await startConductorUnderLoad();
    ends.push(() => conductor.stop());
    const chromium = findBrowser('chromium');
    if (chromium === null) throw new Error('There is no Chromium here.');
    const starts: Readonly<Record<PageProgramName, () => Promise<PageProgram>>> = {
      'baton-chromium': () => startBatonPages(conductor),
      'baton-firefox': () => startBatonPages(conductor, 'bidi'),
      'playwright-mcp': () => startPlaywrightMcp(peers, chromium),
      'chrome-devtools-mcp': () => startChromeDevtoolsMcp(peers, chromium),
    };
    return await work({
      peers,
      async start(name) {
        const program = await starts[name]();
        ends.push(() => program.stop());
        return program;
      },
    });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
