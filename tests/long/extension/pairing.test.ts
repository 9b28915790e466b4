import { describe, expect, it } from 'vitest';

import { waitUntil } from '../../../launcher/wait-until.ts';
import { consentPages } from '../../kit/own-page.ts';
import {
  clickInTheMiddle,
  connected,
  consent,
  LIMIT_MS,
  marks,
  shown,
  startHostileSite,
  takenOver,
  unpair,
  unpairedWorld,
  untilForged,
} from '../../kit/pairing-world.ts';

describe.each(['chromium', 'firefox'] as const)('pairing in %s', (name) => {
  it('takes the six digits a person types into the popup, and says what is wrong with others', async () => {
    const world = await unpairedWorld(name);
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
    await connected(popup);
    const { clients } = await conductor.admin.status();
    expect(clients).toMatchObject([{ connected: true }]);
  });

  it('takes the whole link in the same field, and shows whose it is before it is sent', async () => {
    const world = await unpairedWorld(name);
    const { conductor } = world;
    const popup = await world.browser.openPopup();
    await popup.waitForSelector('#pairing:not([hidden])');
    const { link } = await conductor.admin.offerPairing();
    await popup.type('#pairing-code', link);
    expect(await popup.$eval('#pairing-url', (input) => (input as HTMLInputElement).value)).toBe(
      conductor.url,
    );
    expect(await popup.$('#pairing details[open]')).not.toBeNull();
    await popup.click('#pairing button');
    await connected(popup);
  });

  it('is not begun by a page at another port, whatever it shows and clicks', async () => {
    const world = await unpairedWorld(name);
    const stranger = await startHostileSite();
    const page = await world.browser.newPage(`${stranger.url}/pair#code=made-up`);
    await clickInTheMiddle(page);

    // What comes after it in the same background is asked about, alone.
    const known = await takenOver(world);
    await unpair(world);
    const next = await world.browser.newPage(`${known.url}/pair#code=made-up`);
    await next.waitForSelector('html[data-baton-extension=present]');
    await untilForged(next);
    expect(await marks(next)).toEqual(['batonExtension']);
    expect(await consentPages(world.browser.browser)).toEqual([]);
    await clickInTheMiddle(next);
    const asking = await consent(world);
    await asking.waitForSelector('#offer:not([hidden])');
    expect(await shown(asking, '#address')).toBe(known.url);
    expect(await marks(page)).toEqual([]);

    // A page that stands where the conductor stood can have a person asked, and no more.
    expect([...stranger.asked, ...known.asked].filter((what) => what.startsWith('POST'))).toEqual(
      [],
    );
    await asking.bringToFront();
    // The tab may be gone before the browser has answered that it was clicked in.
    await asking.click('#not-now').catch(() => undefined);
    await waitUntil('the tab to close', LIMIT_MS, async () =>
      (await consentPages(world.browser.browser)).length === 0 ? true : null,
    );
    expect(known.asked.filter((what) => what.startsWith('POST'))).toEqual([]);
  });

  it('is not done anew by a page at any port, while a pairing stands', async () => {
    const world = await unpairedWorld(name);
    const known = await takenOver(world);
    const stranger = await startHostileSite();
    for (const { url } of [stranger, known]) {
      const page = await world.browser.newPage(`${url}/pair#code=made-up`);
      await clickInTheMiddle(page);
      if (url === stranger.url) continue;
      await page.waitForSelector('html[data-baton-pairing=failed]');
      expect(await shown(page, '#pair-status')).toContain('unpair it first');
    }
    expect(await consentPages(world.browser.browser)).toEqual([]);
    expect([...stranger.asked, ...known.asked].filter((what) => what.startsWith('POST'))).toEqual(
      [],
    );
    const settings = await world.browser.openOwnPage('/options.html');
    await settings.waitForSelector('#paired:not([hidden])');
    expect(await shown(settings, '#conductor-url')).toBe(known.url);
  });
});
