import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { type BrowserName, findBrowser } from '../../../launcher/find-browser.ts';
import { verbNamed } from '../../../shared/verbs/verbs.ts';
import { type Browsers, createBrowsers } from '../../../worker/browsers/browsers.ts';
import type { NamedBrowser } from '../../../worker/browsers/named-browsers.ts';
import type { Call, Outcome } from '../../../worker/calls/executor.ts';

const COOKIE =
  '<title>Cookie</title><script>document.title = document.cookie || "none"; document.cookie = "a=1; max-age=9000"</script>';

let origin: string;
beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(COOKIE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-named-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

function holderOf(...named: NamedBrowser[]): Browsers {
  return createBrowsers({
    conductorUrl: 'http://127.0.0.1:1',
    environment: process.env,
    offer: () => undefined,
    named,
  });
}

let names = 0;

/** Opens a page for a chat in the browser of that name. */
async function open(
  holder: Browsers,
  place: string,
  chat: string,
): Promise<Outcome & { readonly id: string }> {
  const id = `browser_${chat}_${(names += 1)}`;
  const args = verbNamed('browser.ensure')?.args.parse({ url: `${origin}/`, in: place });
  const outcome = await holder.run(
    {
      call_id: id,
      chat_session_id: chat,
      resource_id: id,
      verb: 'ensure',
      args: args as Call['args'],
      expect: { origin },
      attachments: [],
    },
    new AbortController().signal,
  );
  return { ...outcome, id };
}

/** One that a person started, with its debugging port open: what it says of that port. */
async function startedByPerson(name: BrowserName, says: RegExp): Promise<string> {
  const file = findBrowser(name);
  if (file === null) throw new Error(`There is no ${name} here.`);
  const profile = folder();
  const child = spawn(
    file,
    name === 'chromium'
      ? [`--user-data-dir=${profile}`, '--headless', '--no-sandbox', '--remote-debugging-port=0']
      : ['--profile', profile, '--headless', '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  onTestFinished(async () => {
    const ended = once(child, 'close');
    child.kill();
    await ended;
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const [, told] = says.exec(line) ?? [];
    if (told !== undefined) return told;
  }
  throw new Error(`The ${name} ended.`);
}

test('a profile keeps what it holds for all chats, also when its browser was closed meanwhile', async () => {
  const launch = { browser: 'chromium', headless: true, profile: folder() } as const;
  const holder = holderOf({ name: 'work', origins: [], launch });
  expect(holder.browsers).toEqual([{ name: 'work', adapter: 'cdp', origins: [] }]);
  const first = await open(holder, 'work', 'one');
  expect(first).toMatchObject({ ok: true, page: { title: 'none' } });
  await holder.close(first.id);
  const second = await open(holder, 'work', 'two');
  expect(second).toMatchObject({ ok: true, page: { title: 'a=1' } });
  await holder.close(second.id);
});

test('a Chromium that a person started stays open with its own tabs when the last page of a chat is closed', async () => {
  const url = await startedByPerson('chromium', /ws:\/\/(127\.0\.0\.1:\d+)\//);
  const cdp = `http://${url}`;
  const listed = async (): Promise<{ readonly type: string; readonly id: string }[]> =>
    (await (await fetch(`${cdp}/json/list`)).json()) as { type: string; id: string }[];
  const pages = async (): Promise<number> =>
    (await listed()).filter(({ type }) => type === 'page').length;
  await expect.poll(pages).toBe(1);
  const holder = holderOf({ name: 'mine', origins: [], cdp });
  const opened = await open(holder, 'mine', 'one');
  expect(opened).toMatchObject({ ok: true });
  expect(await pages()).toBe(2);
  expect(await listed()).toContainEqual(
    expect.objectContaining({ id: opened.result?.['target_id'], url: `${origin}/` }),
  );
  await holder.close(opened.id);
  await expect.poll(pages).toBe(1);
  // It is attached to anew when it is needed again.
  const again = await open(holder, 'mine', 'two');
  expect(again).toMatchObject({ ok: true, page: { title: 'a=1' } });
  await holder.close(again.id);
});

test('of a Firefox that another program speaks to it is said that nobody can be asked', async () => {
  const bidi = await startedByPerson('firefox', /listening on (ws:\/\/127\.0\.0\.1:\d+)/);
  const [first, second] = ['one', 'two'].map(() =>
    holderOf({ name: 'fox', origins: [], bidi: `${bidi}/session` }),
  );
  if (first === undefined || second === undefined) throw new Error('two of them');
  const opened = await open(first, 'fox', 'one');
  expect(opened).toMatchObject({ ok: true });
  expect(await open(second, 'fox', 'two')).toMatchObject({ ok: false, error_code: 'no_executor' });
  await first.close(opened.id);
  const later = await open(second, 'fox', 'two');
  expect(later).toMatchObject({ ok: true });
  await second.close(later.id);
});
