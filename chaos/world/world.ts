import { mkdirSync } from 'node:fs';

import { allChats, type Schedule } from '../schedule/schedule.ts';
import { seededRandom } from '../schedule/seeded-random.ts';
import { ModelServer } from '../../tests/kit/model-server.ts';
import { sayNext } from '../site/agent-model.ts';
import { ChatSite } from '../site/chat-site.ts';
import { Browser } from './browser.ts';
import { WORK_URL } from './played-work-tabs.ts';
import { Conductor } from './conductor.ts';
import { shownConversation } from './conversation-page.ts';
import { openDataDisk, roomFor } from './data-disk.ts';
import { type LinkProxy, startLinkProxy } from './link-proxy.ts';
import { LocalWorkers } from './local-workers.ts';
import { pairBrowser } from './pair-browser.ts';
import { startTeamPlace } from './team-place.ts';
import type { PlayedWorld, WorldOptions } from './played-world.ts';
import { WorldClock } from './world-clock.ts';

/** A conductor, browsers, what lies between them, and a chat site, all running. */
export interface World extends PlayedWorld {
  readonly browsers: readonly Browser[];
  readonly site: ChatSite;
}

export async function startWorld(schedule: Schedule, options: WorldOptions): Promise<World> {
  const { folder, speed, flags = [], arrived, fault } = options;
  mkdirSync(folder, { recursive: true });
  const clock = new WorldClock(speed);
  const disk = openDataDisk(folder, roomFor(schedule.cycles));
  const model = await new ModelServer(sayNext).start();
  const conductor = new Conductor(disk, clock, [
    '--pacing',
    'off',
    '--log-level',
    'info',
    ...flags,
  ]);
  await conductor.start();
  model.configure(disk.dataDir);
  const teamPlace = await startTeamPlace(folder, disk.dataDir, model);
  const proxy: LinkProxy = await startLinkProxy(() => conductor.url, clock);
  const site = new ChatSite(schedule, clock.steady, arrived);
  const pressed: string[] = [];
  const worker = new LocalWorkers(disk.dataDir, folder, clock);
  const browsers = await Promise.all(
    Array.from({ length: schedule.browsers }, async (_, index) => {
      const origin = `moz-extension://00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      const browser = new Browser({
        name: `browser-${index}`,
        origin,
        conductorUrl: proxy.url,
        grant: await pairBrowser(conductor, origin),
        conversations: allChats(schedule)
          .filter((one) => one.browsers.includes(index))
          .map(shownConversation),
        clock,
        site,
        random: seededRandom(schedule.seed + index),
        link: proxy.linkOf(origin),
        pressed: (text) => void pressed.push(text),
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
    workUrl: WORK_URL,
    workFile: worker.file,
    teamPlace,
    acts: () => [...pressed, ...worker.lines()],
    faults: {
      conductor,
      browsers,
      worker,
      programs: teamPlace,
      jumpClocks(byMs) {
        clock.jump(byMs);
        conductor.tellClock();
      },
      sleep: (ms) => clock.sleep(ms),
    },
    journals: () =>
      Promise.all(
        browsers.map(async (browser) => {
          const { attempts, outbox } = await browser.rows();
          return { browser: browser.name, attempts, outbox: outbox.length };
        }),
      ),
    async end() {
      for (const browser of browsers) browser.end();
      await conductor.stop();
      await worker.end();
      await teamPlace.end();
      await proxy.close();
      model.stop();
    },
  };
}
