import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { type FaceScreen, furnish } from '../../kit/face-screens.ts';
import { axeFaults, type FaceWorld, sidewaysScroll, startFaceWorld } from '../../kit/face-world.ts';
import { startTestConductor } from '../../kit/running-conductor.ts';

/** As 1280 × 800 px are at a zoom of 200 %: half as many CSS px each way. */
const ZOOMED = { width: 640, height: 400 } as const;

describe.for(BROWSER_NAMES)('all screens in %s', (name) => {
  let world: FaceWorld;
  let screens: readonly FaceScreen[];
  beforeAll(async () => {
    world = await startFaceWorld(name);
    screens = await furnish(world);
  });
  afterAll(() => world.end());

  const visit = async (page: Page, path: string): Promise<void> => {
    await page.goto(new URL(path, page.url()).href, { waitUntil: 'load' });
    await page.waitForSelector('#main > *');
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  };

  test('at 200 % zoom nothing hangs out, and what is pressed can be reached', async () => {
    const page = await world.open('/', ZOOMED);
    const found: Record<string, unknown> = {};
    for (const { name: screen, path } of screens) {
      await visit(page, path);
      const sideways = await sidewaysScroll(page);
      const cut = await page.evaluate(outOfReach);
      if (sideways > 0 || cut.length > 0) found[screen] = { sideways, cut };
    }
    expect(found).toEqual({});
    await page.close();
  });

  test('who may look alone is offered nothing that acts, on any screen', async () => {
    const page = await world.open('/', { scope: 'watch' });
    for (const { name: screen, path } of screens) {
      await visit(page, path);
      expect(await acting(page), screen).toEqual([]);
    }
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  test('who may answer is offered answers, and no rule, edit or deletion', async () => {
    const page = await world.open('/', { scope: 'answer' });
    const approval = screens.find((one) => one.name === 'approval')?.path ?? '';
    await visit(page, approval);
    await page.waitForSelector('.detail [aria-keyshortcuts="y"]:not(:disabled)');
    expect((await acting(page)).some((says) => says.startsWith('Allow'))).toBe(true);
    expect(await page.$('.detail [aria-keyshortcuts="e"]')).toBeNull();
    expect(await page.$('.detail [aria-keyshortcuts="w"]')).toBeNull();
    for (const screen of ['rules', 'artifact', 'conversation']) {
      await visit(page, screens.find((one) => one.name === screen)?.path ?? '');
      expect(await page.$$('#main [aria-keyshortcuts="Delete"]'), screen).toEqual([]);
    }
    await page.close();
  });

  test('no page broke its policy or asked elsewhere', () => {
    expect(world.faults).toEqual([]);
  });
});

describe.for(BROWSER_NAMES)('data that a newer Baton wrote, in %s', (name) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-newer-'));
  let world: FaceWorld;
  beforeAll(async () => {
    const first = await startTestConductor({}, dataDir);
    await first.end();
    const db = new Database(join(dataDir, 'baton.db'));
    db.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run(
      'later',
      9e15,
    );
    db.close();
    world = await startFaceWorld(name, dataDir, { paired: false });
  });
  afterAll(async () => {
    await world.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('are shown and not changed: every screen says so, and none offers what acts', async () => {
    const page = await world.open('/');
    for (const path of ['/', '/approvals', '/conversations', '/rules', '/settings']) {
      await page.goto(new URL(path, page.url()).href, { waitUntil: 'load' });
      await page.waitForSelector('.read-only');
      expect(await acting(page), path).toEqual([]);
    }
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });
});

/** Buttons that change something, by what they say. */
function acting(page: Page): Promise<readonly string[]> {
  return page.$$eval('#main button, .pause button', (buttons) =>
    buttons
      .filter((button) => button.checkVisibility() && !button.disabled)
      .map((button) => button.textContent.trim())
      .filter((says) =>
        /^(Allow|Deny|Always|Edit|Send|It is there|It is not there|Remove|Delete|Drain|Go on|Pause all|Start it anew|New rule|Auto|Manual|Paused|Unpair|Back up|Pair)/.test(
          says,
        ),
      ),
  );
}

/** Returns the buttons, links and fields that cannot be scrolled to. */
function outOfReach(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
    .filter((element) => element.checkVisibility() && !element.closest('.skip, .unseen, .list'))
    .filter((element) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1) && !element.matches('.skip');
    })
    .map((element) => element.textContent || element.tagName);
}
