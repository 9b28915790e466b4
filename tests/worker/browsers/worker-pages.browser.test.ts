import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { longTest } from '../../kit/samples.ts';
import { verbNamed } from '../../../shared/verbs/verbs.ts';
import { type Browsers, createBrowsers } from '../../../worker/browsers/browsers.ts';
import type { Offer } from '../../../worker/browsers/follow-popups.ts';
import { CallEnded, type Call, type Outcome } from '../../../worker/calls/executor.ts';

/** The other one runs with the long tests. */
const ADAPTERS = process.env['BATON_LONG_TESTS'] === undefined ? ['cdp'] : ['bidi'];

const PAGES: Readonly<Record<string, string>> = {
  '/form': `<title>Sign up</title>
    <form onsubmit="event.preventDefault(); document.title = 'Welcome ' + who.value">
      <label>Full name <input id="who"></label>
      <label>Password <input type="password" value="hunter2"></label>
      <button>Create</button>
    </form>
    <p style="position:absolute;left:-9999px">unseen words</p>
    <iframe title="Inner" src="/inner"></iframe>`,
  '/inner': '<button onclick="this.textContent = \'Pressed\'">Press me</button>',
  '/ask': `<title>Asks</title>
    <button onclick="document.title = String(confirm('Sure?'))">Ask</button>
    <button onclick="window.open('/form')">Open</button>
    <a href="/inner" target="_blank">Beside</a>
    <a href="/form">Go on</a>`,
  '/offers': '<title>Offers</title><script>onload = () => { location.href = "/file"; }</script>',
  '/cookie':
    '<title>Cookie</title><script>document.title = document.cookie || "none"; document.cookie = "a=1"</script>',
};

describe.each(ADAPTERS)('pages of a worker over %s', (adapter) => {
  let server: Server;
  let origin: string;
  let elsewhere: string;
  const refused = Promise.withResolvers<void>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      if (path === '/away') {
        response.writeHead(302, { location: `${elsewhere}/form` }).end();
        return;
      }
      if (path === '/file') {
        response.writeHead(200, { 'content-disposition': 'attachment; filename="unasked.bin"' });
        // It never ends by itself.
        response.write(Buffer.alloc(2 ** 20));
        response.once('close', refused.resolve);
        return;
      }
      const html =
        path === '/frames'
          ? `<iframe title="Elsewhere" src="${elsewhere}/form"></iframe>
             <iframe title="Here" src="/inner"></iframe>
             <iframe title="Written" srcdoc="<p>written here</p>"></iframe>`
          : PAGES[path];
      response.writeHead(html === undefined ? 404 : 200, {
        'content-type': 'text/html; charset=utf-8',
      });
      response.end(`<!doctype html>${html ?? ''}`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    elsewhere = `http://localhost:${port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  let holder: Browsers;
  let names = 0;
  /** Returns the conductor's answer to a window that a page opened. */
  let answer: (offer: Offer) => string | null = () => null;
  const offers: Offer[] = [];
  beforeAll(() => {
    holder = createBrowsers({
      conductorUrl: 'http://127.0.0.1:1',
      environment: process.env,
      named: [],
      offer(offer) {
        offers.push(offer);
        queueMicrotask(() => holder.adopted(offer.offer_id, answer(offer)));
      },
    });
  });
  afterAll(() => Promise.all(holder.held().map(({ resource_id }) => holder.close(resource_id))));

  function ask(
    tool: string,
    resourceId: string,
    args: Record<string, unknown> = {},
    more: Partial<Call> = {},
    signal = new AbortController().signal,
  ): Promise<Outcome> {
    return holder.run(
      {
        call_id: `call-${(names += 1)}`,
        chat_session_id: 'chat',
        resource_id: resourceId,
        verb: tool,
        args: verbNamed(`browser.${tool}`)?.args.parse(args) as Call['args'],
        expect: { origin },
        attachments: [],
        ...more,
      },
      signal,
    );
  }

  async function open(path: string, more: Partial<Call> = {}): Promise<string> {
    const id = `browser_chat_${(names += 1)}`;
    const opened = await ask('ensure', id, { url: `${origin}${path}`, in: adapter }, more);
    expect(opened).toMatchObject({ ok: true, result: { resource: id }, origins: [origin] });
    return id;
  }

  test('they are read and acted on as tabs are, frames too, and secrets stay in them', async () => {
    const id = await open('/form');
    const { result, origins } = await ask('snapshot', id);
    const text = String(result?.['text']);
    expect(text).toContain('page "Sign up"');
    expect(text).toContain('textbox "Full name"');
    expect(text).toContain('password "Password"');
    expect(text).toContain('(hidden: 1)');
    expect(text).not.toMatch(/hunter2|unseen/);
    expect(origins).toEqual([origin]);
    const steps = [
      { verb: 'type', role: 'textbox', name: 'Full name', text: 'Ada' },
      { verb: 'click', role: 'button', name: 'Create' },
    ];
    // Its password goes with it: not where nobody judged that.
    expect(await ask('act', id, { steps })).toMatchObject({
      ok: false,
      page: { title: 'Sign up' },
    });
    const judged = { expect: { origin, sends_secret: true } };
    const typed = await ask('act', id, { steps }, judged);
    expect(typed).toMatchObject({ ok: true, page: { title: 'Welcome Ada' } });
    const [, ref] = /(\w+) button "Press me"/.exec(text) ?? [];
    expect(ref).toMatch(/^f\d+e\d+$/);
    expect(await ask('click', id, { ref })).toMatchObject({ ok: true });
    expect((await ask('snapshot', id)).result?.['text']).toContain('button "Pressed"');
    expect((await ask('find', id, { role: 'button' })).result?.['text']).toContain('Create');
  });

  longTest('their dialogs are answered as was said before, and told', async () => {
    const id = await open('/ask');
    const first = await ask('click', id, { role: 'button', name: 'Ask' });
    expect(first).toMatchObject({
      ok: true,
      result: { dialogs: [{ kind: 'confirm', message: 'Sure?', accepted: false }] },
      page: { title: 'false' },
    });
    await ask('dialog', id, { accept: true });
    const second = await ask('click', id, { role: 'button', name: 'Ask' });
    expect(second).toMatchObject({
      result: { dialogs: [{ accepted: true }] },
      page: { title: 'true' },
    });
  });

  longTest('a window that they open works for the same chat, or is closed', async () => {
    const id = await open('/ask');
    const name = `browser_chat_${(names += 1)}`;
    answer = () => name;
    const pressed = { role: 'button', name: 'Open' };
    const first = await ask('click', id, pressed);
    expect(first.result?.['opened']).toEqual([{ url: `${origin}/form`, resource: name }]);
    expect(offers.at(-1)).toMatchObject({ opener_resource_id: id, chat_session_id: 'chat' });
    expect(await ask('snapshot', name)).toMatchObject({ ok: true, page: { title: 'Sign up' } });
    answer = () => null;
    const link = { role: 'link', name: 'Beside' };
    const second = await ask('click', id, link);
    expect(second.result?.['opened']).toEqual([{ url: `${origin}/inner`, not_allowed: true }]);
    // It has the cookies of its opener, and outlives it.
    await holder.close(id);
    expect(await ask('snapshot', name)).toMatchObject({ ok: true });
    expect(holder.held().map(({ resource_id }) => resource_id)).toContain(name);
    expect(holder.adopted('no-offer', 'browser_chat_0')).toBe(false);
  });

  test('an act that leads to another page says so, and what lies there is read after', async () => {
    const id = await open('/ask');
    const went = await ask('click', id, { role: 'link', name: 'Go on' });
    expect(went).toMatchObject({
      ok: true,
      result: { clicked: true, changed: { url: `${origin}/form` } },
    });
    expect((await ask('snapshot', id)).result?.['text']).toContain('Full name');
  });

  test('what leads to an origin that was not given is not read, nor what nobody opens', async () => {
    const id = `browser_chat_${(names += 1)}`;
    const away = await ask('ensure', id, { url: `${origin}/away`, in: adapter });
    expect(away).toMatchObject({ ok: false, error_code: 'not_granted', page: null, origins: [] });
    expect(JSON.stringify(away)).not.toContain('Sign up');
    expect(holder.has(id)).toBe(false);
    for (const url of [
      'file:///etc/passwd',
      'data:text/html,x',
      'http://127.0.0.1:1/',
      'http://localhost:1/',
    ]) {
      const refused = await ask('ensure', id, { url, in: adapter }, { expect: null });
      expect(refused).toMatchObject({ ok: false, error_code: 'origin_forbidden' });
    }
    const here = await open('/form');
    const other = { expect: { origin: elsewhere } };
    expect(await ask('snapshot', here, {}, other)).toMatchObject({
      ok: false,
      error_code: 'page_changed',
    });
    expect(await ask('screenshot', here, {}, other)).toMatchObject({
      error_code: 'page_changed',
      attachments: [],
    });
  });

  longTest('a frame of another site is not entered, whatever page it stands in', async () => {
    const id = await open('/frames');
    const text = String((await ask('snapshot', id)).result?.['text']);
    expect(text).toMatch(/iframe "Elsewhere" .*: not allowed here/);
    expect(text).toContain('Press me');
    expect(text).toContain('written here');
    expect(text).not.toContain('Full name');
    const [, ref = ''] = /(\w+) iframe "Elsewhere"/.exec(text) ?? [];
    for (const [verb, args] of [
      ['extract', { within: ref }],
      ['find', { role: 'textbox' }],
      ['click', { ref: `${ref}e1` }],
    ] as const)
      expect(JSON.stringify(await ask(verb, id, args))).not.toContain('Full name');
  });

  test('a file that a page offers is not taken', async () => {
    const id = await open('/offers');
    await refused.promise;
    expect(await ask('snapshot', id)).toMatchObject({ ok: true, page: { title: 'Offers' } });
  });

  longTest('pictures are taken, and each chat has cookies of its own', async () => {
    const id = await open('/cookie');
    expect(await ask('navigate', id, { to: 'reload' })).toMatchObject({
      result: { title: 'a=1', status: 200 },
    });
    const other = await open('/cookie', { chat_session_id: 'other' });
    expect(await ask('snapshot', other)).toMatchObject({ page: { title: 'none' } });
    const { attachments } = await ask('screenshot', id, { format: 'jpeg' });
    expect(Buffer.from(attachments[0]?.data_base64 ?? '', 'base64').subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    );
  });

  longTest('a page that is opened while the last one closes opens', async () => {
    await Promise.all(holder.held().map(({ resource_id }) => holder.close(resource_id)));
    const last = await open('/form');
    const closes = holder.close(last);
    const next = await open('/form');
    await closes;
    expect(await ask('snapshot', next)).toMatchObject({ ok: true, page: { title: 'Sign up' } });
  });

  test('a wait ends when it is cancelled, and a page that is closed is there no more', async () => {
    const id = await open('/form');
    const stop = new AbortController();
    const waits = ask('waitFor', id, { text: 'never' }, {}, stop.signal);
    stop.abort(new CallEnded('cancelled', 'It was cancelled.'));
    expect(await waits).toMatchObject({ ok: false, error_code: 'cancelled' });
    await holder.close(id);
    expect(await ask('snapshot', id)).toMatchObject({ ok: false, error_code: 'resource_closed' });
  });
});
