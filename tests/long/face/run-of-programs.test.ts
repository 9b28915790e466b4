import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import { axeFaults, type FaceWorld, startFaceWorld } from '../../kit/face-world.ts';
import { FEATURE_TEAM, featureScripts, type ShownRun } from '../../kit/program-world.ts';
import { writePrograms } from '../../kit/program-files.ts';

/** From the goal to a team that works, as its person sees it. */
const READY_LIMIT_MS = 30_000;

describe.skipIf((await loadPty()) === null).for(BROWSER_NAMES)(
  'the board of a run of programs, in %s',
  (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'baton-face-programs-'));
    const go = join(dataDir, 'go');
    const work = mkdtempSync(join(tmpdir(), 'baton-face-work-'));
    const folder = join(work, 'project');
    let world: FaceWorld;
    let page: Page;

    beforeAll(async () => {
      mkdirSync(folder);
      await writePrograms(dataDir, featureScripts(go));
      world = await startFaceWorld(name, dataDir, { paired: false });
      page = await world.open('/runs');
    });
    afterAll(async () => {
      await world.end();
      for (const dir of [dataDir, work])
        rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    });

    const card = (role: string): Promise<string> =>
      page.$$eval(
        '.run-workers > li',
        (all, wanted) => all.find((one) => one.ariaLabel === wanted)?.innerText ?? '',
        role,
      );

    test('FR-005: shows all of them working within 30 s, and whether that is said or guessed', async () => {
      const before = performance.now();
      const body = {
        goal: 'A changelog.',
        team: 'feature',
        templates: FEATURE_TEAM,
        folder,
        unreviewed: true,
      };
      const made = await world.conductor.admin('POST', '/v1/runs', body);
      const { run_id: id } = (await made.json()) as ShownRun;
      await page.waitForSelector('.row');
      await page.click('.row');
      await page.waitForFunction((end) => location.pathname.endsWith(end), {}, id);
      for (const role of ['Executor', 'Tester', 'Doc'])
        await expect.poll(() => card(role), { timeout: 120_000 }).toContain('at work');
      const tookMs = performance.now() - before;
      expect(tookMs).toBeLessThan(READY_LIMIT_MS);
      expect(await card('Tester')).toContain('guessed from its screen');
      expect(await card('Executor')).not.toContain('guessed');
      await page.waitForFunction(() => {
        const lines = document.querySelector('[aria-label="Tester"] .run-lines');
        return lines !== null && lines.scrollHeight > lines.clientHeight;
      });
      const belowEnd = await page.$eval('[aria-label="Tester"] .run-lines', (lines) => {
        const end = lines.firstElementChild?.getBoundingClientRect().bottom ?? Infinity;
        return end - lines.getBoundingClientRect().bottom;
      });
      expect(belowEnd).toBeLessThanOrEqual(0);
      expect(await axeFaults(page)).toEqual([]);
    });

    test('FR-005: comes to its report by itself', async () => {
      writeFileSync(go, '');
      const says = () => page.$eval('#main', (one) => (one as HTMLElement).innerText);
      await expect.poll(says, { timeout: 120_000 }).toContain('By hand.');
      await expect.poll(says).toContain('For Tester');
      expect(world.faults).toEqual([]);
    });
  },
);
