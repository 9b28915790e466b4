import { EventEmitter } from 'node:events';

import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createPictures } from '../../../conductor/src/edges/pass-pictures.ts';
import { readPicture } from '../../../shared/lib/picture-frame.ts';
import { createPreviews, type Previews } from '../../../worker/browsers/previews.ts';

/** As Chromium does: it sends so many pictures before the thanks for the first. */
const AHEAD = 2;

/** A page that always changes. */
class ChangingPage extends EventEmitter {
  thanked = 0;
  #sent = 0;
  #isDetached = false;
  readonly #client = Object.assign(new EventEmitter(), {
    send: (method: string): Promise<void> => {
      if (method === 'Page.screencastFrameAck') this.thanked += 1;
      while (!this.#isDetached && this.#sent < this.thanked + AHEAD) this.#change();
      return Promise.resolve();
    },
    // Nobody looks any more: a page that went on would keep the timers of the tests after this one.
    detach: (): Promise<void> => {
      this.#isDetached = true;
      return Promise.resolve();
    },
  });

  #change(): void {
    this.#sent += 1;
    const data = Buffer.from([0xff, 0xd8, this.#sent]).toString('base64');
    const metadata = { deviceWidth: 8, deviceHeight: 8 };
    this.#client.emit('Page.screencastFrame', { data, metadata, sessionId: 1 });
  }

  createCDPSession = () => Promise.resolve(this.#client);
  title = () => Promise.resolve('One');
  url = () => 'https://example.org/';
}

/** A page over BiDi, on its way from one document to the next: the first questions are never answered, or with a fault. */
class GoingPage extends EventEmitter {
  #titles = 0;
  #shots = 0;

  viewport = () => ({ width: 8, height: 8 });
  browser = () => ({ connected: true });
  url = () => 'https://example.org/';
  title(): Promise<string> {
    this.#titles += 1;
    return this.#titles === 1 ? Promise.withResolvers<string>().promise : Promise.resolve('One');
  }
  screenshot(): Promise<string> {
    this.#shots += 1;
    if (this.#shots === 2) return Promise.reject(new Error('no such frame'));
    return Promise.resolve(Buffer.from([0xff, 0xd8, this.#shots]).toString('base64'));
  }
}

/** Looks at a page, and thanks for each picture at once. */
function look(
  page: EventEmitter,
  adapter: 'cdp' | 'bidi',
): { readonly seen: readonly number[]; readonly end: () => void } {
  let previews: Previews | null = null;
  const pictures = createPictures();
  const feed = pictures.connect('worker', { ask: (asked) => previews?.take(asked) });
  previews = createPreviews({
    page: () => ({ page: page as unknown as Page, adapter }),
    personActs: () => undefined,
    sink: feed,
  });
  const seen: number[] = [];
  const watching = pictures.watch('worker', 'browser_1', {
    meta: () => undefined,
    picture(frame) {
      const picture = readPicture(frame);
      seen.push(picture?.jpeg.at(2) ?? -1);
      queueMicrotask(() => watching.drawn(picture?.seq ?? -1));
    },
  });
  onTestFinished(() => watching.end());
  return { seen, end: () => watching.end() };
}

test('pictures that a browser sends before the thanks for the last go out one at a time', async () => {
  const page = new ChangingPage();
  const { seen } = look(page, 'cdp');
  await expect.poll(() => seen.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(page.thanked).toBeGreaterThanOrEqual(3);
});

test('pictures go on where a page that goes elsewhere leaves questions unanswered', async () => {
  const { seen } = look(new GoingPage(), 'bidi');
  await expect.poll(() => seen.slice(0, 3)).toEqual([1, 3, 4]);
});

test('nothing of a picture stays, nor anything on a page that nobody looks at any more', async () => {
  const page = new ChangingPage();
  const listening = vi.spyOn(EventTarget.prototype, 'addEventListener');
  onTestFinished(() => listening.mockRestore());
  const { seen, end } = look(page, 'cdp');
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  const before = listening.mock.calls.length;
  await expect.poll(() => seen.length).toBeGreaterThan(3);
  expect(listening.mock.calls.length).toBe(before);
  end();
  expect(page.listenerCount('close')).toBe(0);
});
