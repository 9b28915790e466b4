import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { beginJudgedWorld, type JudgedWorld } from '../../kit/resource-pages/judged-pages.ts';
import { SAMPLED_BROWSERS, sampled } from '../../kit/samples.ts';

const HTML = '<title>gone astray</title>';

/** Addresses that no site answers for, or that lead out of the site which a person allowed. */
const ADDRESSES: Readonly<Record<string, (origin: string) => string>> = {
  'words in the address': () => `data:text/html,${HTML}`,
  'words in the address, of a picture with scripts': () =>
    `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><title>gone astray</title></svg>`,
  'a script': () => `javascript:document.write('${HTML}')`,
  'a script behind blanks': () => ` \tjava\nscript:document.write('${HTML}')`,
  'a file': () => 'file:///etc/passwd',
  'the source of the page': (origin) => `view-source:${origin}/0`,
  'a blob of the site': (origin) => `blob:${origin}/3f0c2d7e-0000-4000-8000-000000000000`,
  'a page of the browser': () => 'about:config',
  'a page of the extension': () => 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/popup.html',
  'a name and a password before another host': (origin) =>
    `${origin.replace('//', '//127.0.0.1:1@')}.invalid/`,
};

/** Doings of an allowed page with its window, its links and its files, as a chat presses something plain in it. */
const PRESSES: Readonly<Record<string, string>> = {
  'a link to words in the address': `<a href="data:text/html,${HTML}" target="_blank">Open</a>`,
  'a window of words in the address': `<button onclick="window.open('data:text/html,${HTML}')">Open</button>`,
  'a window that the page writes into': `<button onclick="const w=window.open('about:blank');w&&w.document.write('${HTML}')">Open</button>`,
  'a blob in a window': `<button onclick="window.open(URL.createObjectURL(new Blob(['${HTML}'],{type:'text/html'})))">Open</button>`,
  'a frame of words in the address': `<button onclick="document.body.insertAdjacentHTML('beforeend','<iframe src=&quot;data:text/html,${HTML}&quot;>')">Open</button>`,
};

describe.each(SAMPLED_BROWSERS)('in %s', (name) => {
  let world: JudgedWorld;
  beforeAll(async () => {
    world = await beginJudgedWorld(name);
  });
  afterAll(() => world.end());

  it.each(sampled(Object.entries(ADDRESSES), 0, 4))(
    '%s is not opened unasked',
    async (_way, addressIn) => {
      const page = await world.open('<p>Page</p>');
      const url = addressIn(world.site.origin);
      for (const verb of ['navigate', 'ensure']) {
        const { status, told } = await page.ask(verb, { url });
        expect.soft(status, told).not.toBe('succeeded');
        expect.soft(told).not.toContain('gone astray');
      }
    },
  );

  it.each(sampled(Object.entries(PRESSES), 0, 3))('%s is not read unasked', async (_way, html) => {
    const page = await world.open(html);
    await page.ask('click', { ref: await page.refOf('"Open"') });
    const { told } = await page.ask('snapshot');
    const tabs = await page.ask('tabs');
    expect.soft(told.replaceAll(html, '')).not.toContain('title gone astray');
    expect.soft(tabs.told).not.toContain('gone astray');
  });

  it('a file that a press saves has no name that leads elsewhere, and is none of the chat', async () => {
    const page = await world.open(
      `<a id="a" download="../../.bashrc\u202Egnp.exe" href="data:text/plain,x">Save</a>`,
    );
    const { told } = await page.ask('click', { ref: await page.refOf('"Save') });
    expect(told).not.toMatch(/\u202E/);
  });
});
