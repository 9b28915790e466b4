import { mkdirSync } from 'node:fs';

import type { FaultWorld } from '../faults/fault.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { seededRandom } from '../schedule/seeded-random.ts';
import { ChatSite } from '../site/chat-site.ts';
import { Browser } from './browser.ts';
import { Conductor } from './conductor.ts';
import { shownConversation } from './conversation-page.ts';
import { type DataDisk, openDataDisk } from './data-disk.ts';
import { type LinkProxy, startLinkProxy } from './link-proxy.ts';
import { pairBrowser } from './pair-browser.ts';
import { WorldClock } from './world-clock.ts';

export interface WorldOptions {
  /** Everything of the run is kept here. */
  readonly folder: string;
  /** How many of the world's milliseconds pass in one real one. */
  readonly speed: number;
  /** Called after each message that came to the site. */
  readonly arrived: () => void;
  readonly fault: (error: unknown) => void;
}

/** A conductor, browsers, what lies between them, and a chat site, all running. */
export interface World {
  readonly clock: WorldClock;
  readonly conductor: Conductor;
  readonly browsers: readonly Browser[];
  readonly site: ChatSite;
  readonly disk: DataDisk;
  readonly faults: FaultWorld;
  /** Ends all processes; the data stays until the disk is released. */
  end(): Promise<void>;
}

export async function startWorld(schedule: Schedule, options: WorldOptions): Promise<World> {
  const { folder, speed, arrived, fault } = options;
  mkdirSync(folder, { recursive: true });
  const clock = new WorldClock(speed);
  const disk = openDataDisk(folder, diskMb(schedule.cycles));
  const conductor = new Conductor(disk, clock, ['--pacing', 'off', '--log-level', 'info']);
  await conductor.start();
  const proxy: LinkProxy = await startLinkProxy(() => conductor.url, clock);
  const site = new ChatSite(schedule, clock.steady, arrived);
  const browsers = await Promise.all(
    Array.from({ length: schedule.browsers }, async (_, index) => {
      const origin = `moz-extension://00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      const browser = new Browser({
        name: `browser-${index}`,
        origin,
        conductorUrl: proxy.url,
        grant: await pairBrowser(conductor, origin),
        conversations: schedule.conversations
          .filter((one) => one.browsers.includes(index))
          .map(shownConversation),
        clock,
        site,
        random: seededRandom(schedule.seed + index),
        link: proxy.linkOf(origin),
        fault,
      });
      await browser.open();
      return browser;
    }),
  );

  return {
    clock,
    conductor,
    browsers,
    site,
    disk,
    faults: {
      conductor,
      browsers,
      jumpClocks(byMs) {
        clock.jump(byMs);
        conductor.tellClock();
      },
      sleep: (ms) => clock.sleep(ms),
    },
    async end() {
      for (const browser of browsers) browser.end();
      await conductor.stop();
      await proxy.close();
    },
  };
}

/** Room for all the run writes, and not much more: filling it shall be quick. */
function diskMb(cycles: number): number {
  return 48 + Math.ceil(cycles / 20);
}
