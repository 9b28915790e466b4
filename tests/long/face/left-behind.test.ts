import type { Browser, Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { faceCode } from '../../kit/face-client.ts';
import { launchPlainBrowser } from '../../kit/face-world.ts';
import { OWNED, squatPort } from '../../kit/port-squatter.ts';
import { runConductor, type RunningConductor, tempDir } from '../../kit/running-conductor.ts';

const LIMIT_MS = 120_000;

describe.each(['chromium', 'firefox'] as const)('in %s', (name) => {
  let browser: Browser;
  afterEach(() => browser.close());

  async function signedIn(conductor: RunningConductor): Promise<Page> {
    const page = await browser.newPage();
    await page.goto((await faceCode(conductor)).url, { waitUntil: 'load' });
    await page.waitForSelector('.frame');
    return page;
  }
  const shownAt = async (host: string): Promise<string> => {
    const page = await browser.newPage();
    await page.goto(`http://${host}/`, { waitUntil: 'load' });
    const shown = await page.evaluate(() => document.body.textContent);
    await page.close();
    return shown;
  };

  it(
    'what another program left at its names while no conductor ran is no part of the web UI',
    { timeout: LIMIT_MS },
    async () => {
      browser = await launchPlainBrowser(name);
      const dataDir = tempDir();
      const first = await runConductor({}, dataDir);
      const port = Number(new URL(first.url).port);
      const before = await signedIn(first);
      await before.evaluate(() => {
        document.cookie = 'baton.theme=dark; Domain=baton.localhost; Path=/';
      });
      await first.stop();

      const squatter = await squatPort(port);
      const names = [`baton.localhost:${port}`, first.faceHost];
      for (const host of names) {
        const left = await browser.newPage();
        await left.goto(`http://${host}/`, { waitUntil: 'load' });
        await left.waitForFunction(() => document.title === 'left');
      }
      await squatter.close();

      const again = await runConductor({ port }, dataDir);
      // It stands there, and would answer for us.
      for (const host of names) expect(await shownAt(host)).toContain(OWNED);
      const page = await signedIn(again);
      const seen = await page.evaluate(() => ({
        host: location.host,
        isAnswered: navigator.serviceWorker.controller !== null,
        theme: document.documentElement.dataset['theme'],
      }));
      expect(seen).toEqual({ host: again.faceHost, isAnswered: false, theme: 'dark' });
      // The name that people know is clean again, though the pages that left it are still open. Firefox keeps a worker that
      // has just answered.
      if (name === 'firefox') return;
      await expect
        .poll(() => shownAt(`baton.localhost:${port}`), { timeout: 20_000 })
        .not.toContain(OWNED);
    },
  );
});
