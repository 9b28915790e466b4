import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { scrollGaps } from '../../../bench/face/in-page.ts';
import { workOf } from '../../../bench/face/main-thread.ts';
import { fillStore } from '../../../bench/fill-store.ts';
import { openDataDir } from '../../../conductor/src/data-dir.ts';
import { openDatabase } from '../../../conductor/src/stores/sqlite/open-database.ts';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { type FaceWorld, startFaceWorld } from '../../kit/face-world.ts';

const SIZE = { jobs: 100_000, conversations: 100_000 };

/** In frames of a list that is thrown from place to place. */
const JUMPS = 60;

/** Milliseconds of processor time: with that a frame is there in time on a machine that has nothing else to do. */
const MOST_WORK_A_FRAME = 20;

/** Memory of a page with twenty thousand rows and all that an answer says of them. */
const MOST_HEAP_MB = 150;

describe.for(BROWSER_NAMES)('lists of a hundred thousand, in %s', (name) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-long-lists-'));
  let world: FaceWorld;
  beforeAll(async () => {
    const folder = openDataDir(dataDir);
    const { $client: client } = openDatabase(folder.databaseFile);
    fillStore(client, SIZE);
    client.close();
    folder.release();
    world = await startFaceWorld(name, dataDir, { paired: false });
  }, 180_000);
  afterAll(async () => {
    await world.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.for(['/jobs', '/conversations'])(
    '%s holds as many as it may, and draws those that are seen',
    { timeout: 180_000 },
    async (path) => {
      const page = await world.open(path);
      await page.waitForSelector('.list .row');
      await page.evaluate(async () => {
        const box = document.querySelector('.list');
        while (box !== null && document.querySelector('.is-full') === null) {
          const grown = new Promise((resolve) => {
            const seen = new MutationObserver(() => {
              seen.disconnect();
              resolve(null);
            });
            seen.observe(document.body, { childList: true, subtree: true, attributes: true });
          });
          box.scrollTop = box.scrollHeight;
          await grown;
        }
      });
      const rows = await page.$$eval('.list .row', (all) => ({
        drawn: all.length,
        of: Number(all[0]?.getAttribute('aria-setsize')),
      }));
      expect(rows.of).toBeGreaterThanOrEqual(20_000);
      expect(rows.drawn).toBeLessThan(60);
      if (name === 'chromium') {
        const work = (await workOf(page, () => scrollGaps(page, '.list', JUMPS))) / JUMPS;
        const { usedSize } = await (await page.createCDPSession()).send('Runtime.getHeapUsage');
        expect(work).toBeLessThan(MOST_WORK_A_FRAME);
        expect(usedSize / 2 ** 20).toBeLessThan(MOST_HEAP_MB);
      }
      await page.close();
    },
  );
});
