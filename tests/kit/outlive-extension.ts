import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';

import { type ChatWorld, createChatWorld } from './chat-world.ts';
import type { BrowserName } from '../../launcher/find-browser.ts';

/** Built-ins of the page at the places of the tap: kept before, to be compared after. */
interface Kept {
  readonly fetch: typeof fetch;
  readonly open: unknown;
  readonly socket: typeof WebSocket;
  readonly read: unknown;
}

/** Keeps the tapped built-ins; call it before the extension goes. */
async function keepTapped(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept: Kept = {
      fetch: window.fetch,
      open: Reflect.get(XMLHttpRequest.prototype, 'open'),
      socket: WebSocket,
      read: Reflect.get(ReadableStream.prototype, 'getReader'),
    };
    Object.assign(window, { kept });
    // A page that puts something of its own in front keeps that.
    History.prototype.pushState = new Proxy(
      Reflect.get(History.prototype, 'pushState') as () => void,
      {
        apply: (before, self, args) => {
          Object.assign(window, { pushed: true });
          return Reflect.apply(before, self, args);
        },
      },
    );
  });
}

interface AtWork {
  /** Whether requests by what stands there, by what the page kept, and by XMLHttpRequest succeed. */
  readonly works: readonly boolean[];
  /** true: the page's own function in front of a hook was called. */
  readonly pushed: boolean;
  /** Whether each place no longer holds the tap's function. */
  readonly restored: readonly boolean[];
  /** The printed source of two of them. */
  readonly native: string;
}

/** The page at work: what stands there now, and whether it and what the page kept still do what they did. */
function atWork(page: Page): Promise<AtWork> {
  return page.evaluate(async () => {
    const { kept } = window as unknown as { kept: Kept };
    const isAlive = async (get: typeof fetch): Promise<boolean> =>
      (await (await get(location.href)).text()).includes('<html');
    const xhr = await new Promise<number>((resolve) => {
      const request = new XMLHttpRequest();
      request.open('GET', location.href);
      request.addEventListener('loadend', () => resolve(request.status));
      request.send();
    });
    history.pushState(null, '', location.href);
    return {
      works: [await isAlive(window.fetch), await isAlive(kept.fetch), xhr === 200],
      pushed: 'pushed' in window,
      restored: [
        window.fetch !== kept.fetch,
        Reflect.get(XMLHttpRequest.prototype, 'open') !== kept.open,
        WebSocket !== kept.socket && WebSocket.prototype.constructor === WebSocket,
        Reflect.get(ReadableStream.prototype, 'getReader') !== kept.read,
      ],
      native: `${String(window.fetch)}${String(Reflect.get(XMLHttpRequest.prototype, 'open'))}`,
    };
  });
}

/** Opens a chat, has the extension go, and looks whether the page lives on as if it had never been there. */
export async function outliveExtension(
  name: BrowserName,
  go: (world: ChatWorld) => Promise<unknown>,
): Promise<void> {
  const world = await createChatWorld(name, { paired: false });
  try {
    const { id } = world.site.createConversation('Tea');
    const page = await world.browser.newPage(`https://chatgpt.com/c/${id}`);
    await page.waitForSelector('#prompt-textarea');
    const noise: string[] = [];
    page.on('console', (message) => noise.push(message.text()));
    page.on('pageerror', (error) => noise.push(String(error)));
    await keepTapped(page);
    expect(await atWork(page)).toMatchObject({ works: [true, true, true] });

    await go(world);
    // The page continues: a message of the person's goes out, and its requests succeed.
    await world.say(page, 'still here');
    await world.until('the message', () => world.received(id).length === 1);
    await world.until('the natives to be back', async () => {
      const { works, restored } = await atWork(page);
      expect(works).toEqual([true, true, true]);
      return !restored.includes(false);
    });
    await world.say(page, 'and here');
    await world.until('the next message', () => world.received(id).length === 2);
    const after = await atWork(page);
    expect(after).toMatchObject({ works: [true, true, true], pushed: true });
    expect(after.native).toMatch(/fetch\(\) \{\s+\[native code\][^]*open\(\) \{\s+\[native code\]/);
    expect(noise).toEqual([]);
  } finally {
    await world.dispose();
  }
}
