import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../support/chat-world.ts';

let world: ChatWorld | undefined;
let server: Server | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const HOSTILE_PAGE = `<!doctype html><button id="pair-browser">x</button><p id="pair-status"></p>
<script>
  const button = document.querySelector('#pair-browser');
  setInterval(() => { button.click(); button.dispatchEvent(new MouseEvent('click', { bubbles: true })); }, 20);
</script>`;

describe.each(['chromium', 'firefox'] as const)('pairing in %s', (name) => {
  it('takes the six digits a person types into the popup, and says what is wrong with others', async () => {
    world = await createChatWorld(name, { paired: false });
    const { conductor } = world;
    const popup = await world.browser.openPopup();
    await popup.waitForSelector('#pairing:not([hidden])');
    await popup.click('summary');
    await popup.$eval('#pairing-url', (input) => {
      (input as HTMLInputElement).value = '';
    });
    await popup.type('#pairing-url', conductor.url);

    const { code } = await conductor.admin.offerPairing();
    const wrong = code === '000000' ? '000001' : '000000';
    await popup.type('#pairing-code', wrong);
    await popup.click('#pairing button');
    await popup.waitForFunction(
      () =>
        document.querySelector('#pairing-outcome')?.textContent?.includes('wrong, used or expired'),
      { polling: 20 },
    );

    await popup.$eval('#pairing-code', (input) => {
      (input as HTMLInputElement).value = '';
    });
    await popup.type('#pairing-code', code);
    await popup.click('#pairing button');
    await popup.waitForFunction(
      () => document.querySelector('#link')?.textContent === 'Connected',
      {
        polling: 20,
      },
    );
    const { clients } = await conductor.admin.status();
    expect(clients).toMatchObject([{ connected: true }]);
  });

  it('is not set off by a page that clicks its own button', async () => {
    world = await createChatWorld(name, { paired: false });
    const { code } = await world.conductor.admin.offerPairing();
    server = createServer((_request, answer) =>
      answer.setHeader('content-type', 'text/html').end(HOSTILE_PAGE),
    );
    await new Promise<void>((resolve) => {
      server?.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const page = await world.browser.newPage(`http://127.0.0.1:${port}/pair#code=${code}`);
    await page.waitForSelector('html[data-baton-extension=present]');
    // Fifty forged clicks later nothing has happened.
    await page.waitForFunction(
      () => {
        const shown = document.documentElement.dataset;
        shown['waited'] = String(Number(shown['waited'] ?? 0) + 1);
        return Number(shown['waited']) > 50;
      },
      { polling: 20 },
    );
    expect(
      await page.evaluate(() => document.documentElement.dataset['batonPairing'] ?? null),
    ).toBeNull();
    expect((await world.conductor.admin.status()).clients).toEqual([]);
  });
});
