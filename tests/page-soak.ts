import { parseArgs } from 'node:util';

import type { CDPSession, Page } from 'puppeteer-core';

import { buildFace } from '../launcher/build-face.ts';
import { startFaceWorld } from './kit/face-world.ts';

const HELP = `Usage: npm run soak:page -- [flags]

Looks at the web UI while as much happens as in an hour of one event a second, and says whether its memory grows.

  --events N   how many events [3600]
`;

/** Paths of the tabs: lists that grow, a page that asks again for each touched answer, and one that stands still. */
const PATHS = ['/', '/trail', '/conversations', '/settings'] as const;

/** Events before the first measure: caches fill, code is compiled. */
const WARM_UP = 600;

/** Memory that a page may hold above its warm state; a trail keeps the rows it showed, up to 20,000. */
const MOST_GROWTH_MB = 10;

const MB = 2 ** 20;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '3600' },
    help: { type: 'boolean', default: false },
  },
});
const events = Number(values.events);
if (values.help || !Number.isInteger(events) || events < 1) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 2);
}

await buildFace();
const world = await startFaceWorld('chromium');
try {
  const { id } = await world.chat('Tea and biscuits', 'manual', []);
  const tabs: { readonly path: string; readonly page: Page; readonly cdp: CDPSession }[] = [];
  for (const path of PATHS) {
    const page = await world.open(path);
    tabs.push({ path, page, cdp: await page.createCDPSession() });
  }
  await happen(WARM_UP);
  const before = await Promise.all(tabs.map(({ cdp }) => heapOf(cdp)));
  const startedAt = performance.now();
  await happen(events);
  const seconds = (performance.now() - startedAt) / 1_000;
  const newest = world.conductor.rows<{ id: number }>('select max(event_id) as id from events');
  await tabs[1]?.page.waitForFunction(
    (last) => document.querySelector('.trail .row')?.textContent.includes(`#${last}`) === true,
    { timeout: 30_000 },
    newest[0]?.id ?? 0,
  );
  const after = await Promise.all(tabs.map(({ cdp }) => heapOf(cdp)));
  process.stdout.write(`${events} events in ${seconds.toFixed(0)} s\n`);
  const grown = tabs.map(({ path }, at) => {
    const growth = ((after[at] ?? 0) - (before[at] ?? 0)) / MB;
    const held = ((before[at] ?? 0) / MB).toFixed(1);
    process.stdout.write(`${path.padEnd(16)} ${held} MB, then ${growth.toFixed(1)} MB more\n`);
    return growth;
  });
  const isFine = grown.every((growth) => growth <= MOST_GROWTH_MB) && world.faults.length === 0;
  for (const fault of world.faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${isFine ? 'ok' : `more than ${MOST_GROWTH_MB} MB, or a fault`}\n`);
  process.exitCode = isFine ? 0 : 1;

  async function happen(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      const change = (): Promise<void> =>
        world.conductor.setMode(id, n % 2 === 0 ? 'paused' : 'manual');
      // Held up by a busy machine, the conductor closes the kept connection just as it is used again.
      await change().catch(change);
    }
  }
} finally {
  await world.end();
}

/** Returns the bytes that are in use after a garbage collection. */
async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}
