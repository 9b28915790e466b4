import { describe, expect, it } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { pairBrowser } from '../../../launcher/pair-browser.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import { consentPages } from '../../kit/own-page.ts';
import {
  consent,
  LIMIT_MS,
  offered,
  shown,
  unpair,
  unpairedWorld,
} from '../../kit/pairing-world.ts';

describe.each(BROWSER_NAMES)('pairing in %s', (name) => {
  it('by the link is asked for in a page of our own, and answered there by hand alone', async () => {
    const world = await unpairedWorld(name);
    const { conductor } = world;
    // From here on a person has named the address once.
    await pairBrowser(world.browser, conductor.admin);
    await unpair(world);

    const page = await offered(world);
    const asking = await consent(world);
    await asking.waitForSelector('#pair:enabled');
    expect(await shown(asking, '#address')).toBe(conductor.url);
    expect(await shown(page, '#pair-status')).toBe('Baton asks you in a tab of its own.');
    // Not by a script, not even in that page.
    await asking.$eval('#pair', (button) => {
      (button as HTMLButtonElement).click();
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
    expect((await conductor.admin.status()).clients).toMatchObject([{ connected: false }]);

    // A newer offer is asked about in the same tab, and its code is the one that pairs.
    const before = await asking.evaluate(() => location.search);
    const newer = await offered(world);
    await waitUntil('the newer offer to be taken', LIMIT_MS, async () => {
      await newer.waitForSelector('html[data-baton-pairing]');
      if ((await newer.$('html[data-baton-pairing=asked]')) !== null) return true;
      await newer.click('#pair-browser');
      return null;
    });
    await asking.waitForFunction((old) => location.search !== old, { polling: 20 }, before);
    expect(await consentPages(world.browser.browser)).toHaveLength(1);
    await asking.bringToFront();
    await asking.waitForSelector('#pair:enabled');
    await asking.click('#pair');
    await asking.waitForSelector('#over:not([hidden])');
    expect(await shown(asking, '#over-title')).toBe('This browser is paired');
    const { clients } = await conductor.admin.status();
    expect(clients.filter((client) => client.connected)).toHaveLength(1);

    // And not a second time while that stands, from the conductor's own page even.
    const again = await offered(world);
    await again.waitForSelector('html[data-baton-pairing=failed]');
    expect(await shown(again, '#pair-status')).toContain('unpair it first');
  });
});
