import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SAMPLED_BROWSERS } from '../../kit/samples.ts';
import { beginWorkWorld, CHAT, type WorkWorld } from '../../kit/resource-pages/work-world.ts';

/** Pages of Baton's own in which a click counts. */
const OWN_PAGES = [
  'popup.html',
  'popup.html?tab=1',
  'consent.html',
  'consent.html?url=http://127.0.0.1:7717&code=123456',
  'options.html',
  'send.html',
  'background.html',
  'manifest.json',
];

/** All the ways in which a page can have another one shown. Serialised into it; what it got is added to `window.got`. */
async function showAll(urls: readonly string[]): Promise<void> {
  const got: string[] = [];
  Object.assign(window, { got });
  for (const url of urls) {
    for (const tag of [
      'iframe',
      'embed',
      'object',
      'img',
      'script',
      'link',
      'portal',
      'fencedframe',
    ]) {
      const element = document.createElement(tag);
      element.setAttribute('rel', 'stylesheet');
      for (const name of ['src', 'data', 'href']) element.setAttribute(name, url);
      element.addEventListener('load', () => {
        if (tag === 'img' || tag === 'script' || tag === 'link') got.push(`${tag} ${url}`);
      });
      document.body.append(element);
    }
    const sandboxed = document.createElement('iframe');
    sandboxed.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-top-navigation');
    sandboxed.src = url;
    document.body.append(sandboxed);
    const srcdoc = document.createElement('iframe');
    srcdoc.srcdoc = `<meta http-equiv="refresh" content="0;url=${url}"><iframe src="${url}"></iframe>`;
    document.body.append(srcdoc);
    const read = await fetch(url).then(
      (answer) => answer.text(),
      () => '',
    );
    if (read !== '') got.push(`fetch ${url}`);
  }
}

/** An iframe, one in a sandbox, one that is led on, and one within that. */
const FRAMES = 4;

/** Ways of a page to open another one by a press. */
const WAYS: Readonly<Record<string, (url: string) => string>> = {
  window: (url) =>
    `<button onclick="window.got = open('${url}', 'x', 'width=300,height=300')">Go</button>`,
  // A button in it would keep the press for itself.
  link: (url) => `<a href="${url}" target="_blank">Go</a>`,
  form: (url) => `<form action="${url}" target="_blank"><button>Go</button></form>`,
  move: (url) => `<button onclick="location.href = '${url}'">Go</button>`,
};

describe.for(SAMPLED_BROWSERS)('pages of the extension, in %s,', (name) => {
  let world: WorkWorld;
  let origin: string;
  const urls = (): string[] => OWN_PAGES.map((path) => `${origin}/${path}`);
  const open = async (): Promise<string[]> =>
    (await world.browser.browser.pages()).flatMap((page: Page) =>
      page.frames().map((frame) => frame.url()),
    );

  beforeAll(async () => {
    world = await beginWorkWorld(name);
    origin = world.browser.extensionOrigin;
  });
  afterAll(() => world?.end());

  it('are shown in no frame of a page, and read by none, also by one that knows their address', async () => {
    const before = (await open()).filter((url) => url.startsWith(origin));
    const page = await world.browser.newPage(world.site.add('<h1>Win a prize</h1>'));
    // Asked for last, of the same browser in the same ways: once it is there, so would be those before it.
    const anyPage = world.site.add('<h1>Anybody may show this</h1>');
    await page.evaluate(showAll, [...urls(), anyPage]);
    const shown = (): string[] => page.frames().map((frame) => frame.url());
    await expect
      .poll(() => shown().filter((url) => url === anyPage).length)
      .toBeGreaterThanOrEqual(FRAMES);
    const got = await page.evaluate(() => (window as unknown as { got: string[] }).got);
    expect(got.filter((what) => !what.endsWith(anyPage))).toEqual([]);
    expect(got).toContain(`fetch ${anyPage}`);
    expect(shown().filter((url) => url.startsWith(origin))).toEqual([]);
    expect((await open()).filter((url) => url.startsWith(origin))).toEqual(before);
    await page.close();
  });

  it.each(Object.keys(WAYS))('are opened by no %s of a page, nor handed to it', async (kind) => {
    const way = WAYS[kind] ?? String;
    const before = (await open()).filter((url) => url.startsWith(origin));
    const [url = ''] = urls();
    const pages: Page[] = [];
    const goTo = async (to: string): Promise<void> => {
      const page = await world.browser.newPage(world.site.add(way(to)));
      pages.push(page);
      await page.bringToFront();
      await page.click('a, button');
    };
    await goTo(url);
    // The same way leads to a page that anybody may open, so the one before it led as far as it does.
    const anyPage = world.site.add('<h1>Anybody may open this</h1>');
    await goTo(anyPage);
    const isAny = (one: string): boolean => one.replace(/\?$/, '') === anyPage;
    await expect.poll(open).toSatisfy((all: string[]) => all.some(isAny));
    expect((await open()).filter((one) => one.startsWith(origin))).toEqual(before);
    for (const one of await world.browser.browser.pages())
      if (pages.includes(one) || !one.url().startsWith(origin)) await one.close().catch(() => null);
  });

  it('lend no page that came in the place of the one that a person was shown', async () => {
    const { browser, conductor, site, elsewhere } = world;
    const bank = elsewhere.add('<h1>Your bank</h1>');
    // A page knows when a popup is opened over it: it loses the focus.
    const first = site.add(
      `<h1>A list</h1><script>addEventListener('blur', () => location.replace(${JSON.stringify(bank)}))</script>`,
    );
    const page = await browser.newPage(first);
    await page.bringToFront();
    const probe = await browser.openPopup();
    await expect.poll(() => page.url()).toBe(bank);
    const tab_id = await probe.evaluate(async (address) => {
      const { browser: ofFirefox, chrome } = globalThis as unknown as Record<string, Tabs>;
      const all = (await (ofFirefox ?? chrome)?.tabs.query({})) ?? [];
      return all.find(({ url }) => url === address)?.id ?? -1;
    }, bank);
    const lend = { kind: 'popup.lend_tab', tab_id, chat_session_id: CHAT } as const;
    await expect(world.tell({ ...lend, origin: site.origin })).rejects.toThrow('page_changed');
    await world.tell({ ...lend, origin: elsewhere.origin });
    const { url } = await conductor.first('resource.offer', () => true);
    const offers = conductor.frames.filter(({ type }) => type === 'resource.offer');
    // That which names what is there was taken, and it alone.
    expect([url, offers.length]).toEqual([bank, 1]);
    await page.close();
    await probe.close();
  });
});

interface Tabs {
  readonly tabs: {
    query(what: object): Promise<{ readonly id?: number; readonly url?: string }[]>;
  };
}
