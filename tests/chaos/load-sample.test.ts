import { expect, onTestFinished, test } from 'vitest';

import { LoadBrowser } from '../../chaos/load/load-browser.ts';
import { makeHour } from '../../chaos/schedule/make-hour.ts';
import { WorldClock } from '../../chaos/world/world-clock.ts';
import { runConductor } from '../kit/running-conductor.ts';

test('of some minutes of many chats nothing is lost and nothing comes twice, though links break', async () => {
  const clock = new WorldClock(60);
  const conductor = await runConductor();
  const hour = makeHour(5, { browsers: 6, conversations: 18, lastsMs: 120_000, actions: 5 });
  const browsers = await Promise.all(
    hour.map(async (plan) => {
      const browser = new LoadBrowser(conductor.url, await conductor.pair(), plan, clock);
      onTestFinished(() => void browser.end());
      await browser.open();
      return browser;
    }),
  );
  await Promise.all(browsers.map((browser) => browser.play()));
  const told = browsers.map((browser) => browser.end());
  const results = told.reduce((sum, { waitsMs }) => sum + waitsMs.length, 0);
  expect(
    told.flatMap(({ lost, twice, astray, refused }) => [lost, twice, astray, refused].flat()),
  ).toEqual([]);
  expect(results).toBeGreaterThan(60);
  expect(
    conductor.rows(`select status, count(*) as jobs from delivery_jobs group by status`),
  ).toEqual([{ status: 'finalized', jobs: results }]);
});
