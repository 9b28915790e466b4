import type { Page } from 'puppeteer-core';

import { MAX_PICTURE_SIDE } from '../../shared/model/picture-feed.ts';
import { answerWithin } from './answer-within.ts';
import type { BrowserAdapter } from './open-browser.ts';

const QUALITY = 60;
/** Where the browser does not say when its page has changed. */
const LOOK_MS = 200;
const SNAPSHOT_LIMIT_MS = 2_000;

export interface ShownPage {
  readonly page: Page;
  readonly adapter: BrowserAdapter;
}

export interface Shot {
  readonly w: number;
  readonly h: number;
  /** Pixels of the picture per CSS pixel. */
  readonly scale: number;
  readonly jpeg: Uint8Array;
  /** When it was begun, by performance.now(). */
  readonly begun: number;
}

/** Takes pictures of a page until the signal; one at a time, when the one before was shown. */
export function takePictures(
  { page, adapter }: ShownPage,
  signal: AbortSignal,
  show: (shot: Shot) => Promise<void>,
): Promise<void> {
  return adapter === 'cdp' ? byScreencast(page, signal, show) : bySnapshots(page, signal, show);
}

/** Chromium tells of each change, and waits with the next picture for the thanks for this one. */
async function byScreencast(
  page: Page,
  signal: AbortSignal,
  show: (shot: Shot) => Promise<void>,
): Promise<void> {
  const client = await page.createCDPSession();
  /** Chromium sends a second picture before the thanks for the first. */
  let turn = Promise.resolve();
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const { deviceWidth, deviceHeight } = metadata;
    const jpeg = Buffer.from(data, 'base64');
    const { w, h } = fit(deviceWidth, deviceHeight);
    const shot = { w, h, scale: w / deviceWidth, jpeg };
    turn = turn
      .then(() => show({ ...shot, begun: performance.now() }))
      .then(async () => {
        await client.send('Page.screencastFrameAck', { sessionId });
      })
      .catch(() => undefined);
  });
  const stop = (): void => void client.detach().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) return stop();
  await client.send('Page.startScreencast', {
    format: 'jpeg',
    quality: QUALITY,
    maxWidth: MAX_PICTURE_SIDE,
    maxHeight: MAX_PICTURE_SIDE,
  });
}

/** Over BiDi nobody says that anything changed: it is looked, and the same picture is not shown twice. */
async function bySnapshots(
  page: Page,
  signal: AbortSignal,
  show: (shot: Shot) => Promise<void>,
): Promise<void> {
  let last = '';
  // A page whose browser ended does not always say that it is closed.
  while (!signal.aborted && page.browser().connected) {
    const { width: w, height: h } = page.viewport() ?? { width: 1, height: 1 };
    const begun = performance.now();
    const data = await answerWithin(
      SNAPSHOT_LIMIT_MS,
      page.screenshot({ type: 'jpeg', quality: QUALITY, encoding: 'base64' }),
    );
    if (data === null || data === last || signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, LOOK_MS);
      await promise;
      continue;
    }
    last = data;
    await show({ w, h, scale: 1, jpeg: Buffer.from(data, 'base64'), begun });
  }
}

function fit(width: number, height: number): { readonly w: number; readonly h: number } {
  const scale = Math.min(1, MAX_PICTURE_SIDE / Math.max(width, height));
  return { w: Math.round(width * scale), h: Math.round(height * scale) };
}
