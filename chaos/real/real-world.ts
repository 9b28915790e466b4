import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';

import { buildExtension } from '../../launcher/build-extension.ts';
import { connectConductorAdmin } from '../../launcher/conductor-admin.ts';
import type { BrowserName } from '../../launcher/find-browser.ts';
import type { FaultWorld } from '../faults/fault.ts';
import { startWorkSite } from '../../tests/kit/resource-pages/work-world.ts';
import { Conductor } from '../world/conductor.ts';
import { openDataDisk, roomFor } from '../world/data-disk.ts';
import { startLinkProxy } from '../world/link-proxy.ts';
import { LocalWorkers } from '../world/local-workers.ts';
import type { PlayedWorld, StartWorld } from '../world/played-world.ts';
import { WorldClock } from '../world/world-clock.ts';
import { RealBrowser } from './real-browser.ts';
import { startRealSite } from './real-site.ts';

const FORM = `<form onsubmit="event.preventDefault(); trace(encodeURIComponent(this.elements[0].value))"><input></form>`;

/**
 * Starts worlds with the shipped extension in a real browser, which keeps the machine's time. How long faults and
 * people take is divided by `speed`, and so are the conductor's waits, so that their proportions stay as outside.
 */
export function realWorldStarter(name: BrowserName, say: (line: string) => void): StartWorld {
  return async (schedule, { folder, speed, flags = [], arrived }): Promise<PlayedWorld> => {
    mkdirSync(folder, { recursive: true });
    const clock = new WorldClock(speed);
    const disk = openDataDisk(folder, roomFor(schedule.cycles));
    const conductor = new Conductor(disk, new WorldClock(1), [...conductorFlags(speed), ...flags]);
    await conductor.start();
    const servers: Server[] = [];
    const worker = new LocalWorkers(disk.dataDir, folder, clock);
    const [workSite, proxy, site, extensionDir] = await Promise.all([
      startWorkSite(servers),
      startLinkProxy(() => conductor.url, clock),
      startRealSite(schedule, arrived),
      buildExtension(name, say),
    ]);
    const browser = new RealBrowser({
      name,
      extensionDir,
      profileDir: join(folder, 'profile'),
      hosts: site.hosts,
      chats: site.chats,
      workOrigin: workSite.origin,
      clock,
      proxy,
      say,
    });
    const admin = connectConductorAdmin(conductor.url, disk.dataDir);
    await browser.open({
      ...admin,
      // The browser knows the conductor by the address of what lies between them.
      async offerPairing() {
        const offer = await admin.offerPairing();
        return { ...offer, link: offer.link.replace(conductor.url, proxy.url) };
      },
    });
    return {
      clock,
      conductor,
      site,
      disk,
      workUrl: workSite.add(FORM),
      workFile: worker.file,
      teamPlace: null,
      acts: () => [...workSite.traces.map((one) => decodeURIComponent(one)), ...worker.lines()],
      faults: {
        conductor: hurried(conductor, speed),
        browsers: [browser],
        worker,
        programs: { kill: () => Promise.resolve() },
        jumpClocks() {
          throw new Error('The clock of a real browser is the machine’s.');
        },
        sleep: (ms) => clock.sleep(ms),
      },
      journals: async () => [await browser.journal()],
      async end() {
        await browser.end();
        await conductor.stop();
        await worker.end();
        await proxy.close();
        await site.close();
        for (const server of servers) {
          server.closeAllConnections();
          server.close();
        }
      },
    };
  };
}

function conductorFlags(speed: number): string[] {
  const flags = { 'lease-ms': 60_000, 'ping-interval-ms': 20_000, 'retry-base-ms': 2_000 };
  const scaled = Object.entries(flags).flatMap(([flag, ms]) => [
    `--${flag}`,
    `${Math.round(ms / speed)}`,
  ]);
  return ['--pacing', 'off', '--log-level', 'info', ...scaled];
}

/** Returns the conductor's faults with shorter durations: its clock is the machine's, but durations are the world's. */
function hurried(conductor: Conductor, speed: number): FaultWorld['conductor'] {
  return {
    kill: (downMs) => conductor.kill(downMs / speed),
    killAtCommit: (step, nth, downMs) => conductor.killAtCommit(step, nth, downMs / speed),
    lockDatabase: (forMs) => conductor.lockDatabase(forMs / speed),
    fillDisk: (forMs) => conductor.fillDisk(forMs / speed),
  };
}
