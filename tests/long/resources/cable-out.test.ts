import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { newestProgram } from '../../../launcher/newest-program.mjs';
import { finalMessage, runtimeReport } from '../../kit/browser-frames.ts';
import { FrameInbox } from '../../kit/frame-inbox.ts';
import { SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { SimulatedExecutor } from '../../kit/simulated-executor.ts';
import { freePort, twoMachines, type TwoMachines } from '../../kit/two-machines.ts';

const OUTAGE_MS = 60_000;
const SITE = 'https://example.org';

interface Call {
  readonly call_id: string;
  readonly status: string;
  readonly resource_id: string;
  readonly result: { readonly text: string } | null;
  readonly error: object | null;
}

let machines: TwoMachines;
let missing = '';

beforeAll(async () => {
  // Both are long gone, and their lease is over, before they come back.
  const made = await twoMachines({ pingIntervalMs: 1_000, leaseMs: 5_000 });
  if ('missing' in made) ({ missing } = made);
  else machines = made;
});
beforeEach((context) => {
  if (missing !== '') context.skip(`no other machine here: ${missing}`);
});
afterAll(() => machines?.end());

async function session(): Promise<string> {
  const made = await machines.ask<{ chat_session_id: string }>('POST', '/v1/sessions', {
    label: 'one',
  });
  return made.chat_session_id;
}

function run(id: string, tool: string, args: object, waitMs = 30_000): Promise<Call> {
  const path = `/v1/sessions/${id}/calls?wait=${waitMs}`;
  return machines.ask('POST', path, { tool, args, judge: false });
}

const shown = (call: Call): Promise<Call> => machines.ask('GET', `/v1/calls/${call.call_id}`);

/** Resolves when it stands so. */
async function stands(call: Call, status: string): Promise<void> {
  const now = async (): Promise<string> => (await shown(call)).status;
  await expect.poll(now, { timeout: 120_000, interval: 200 }).toBe(status);
}

/** Programs there whose commands leave a trace each time they are run. */
async function workerThere() {
  const { conductor, dir } = machines;
  machines.worker('worker', { code: await machines.linkCode(), caps: ['terminal'] });
  const adapters = (): string =>
    JSON.stringify(conductor.rows('select capabilities_json as it from executors'));
  await expect.poll(adapters, { timeout: 30_000 }).toContain('pty');
  const id = await session();
  const terminals: string[] = [];
  for (const shell of ['/bin/bash', '/bin/sh', '/bin/bash']) {
    const opened = await run(id, 'terminal.open', { shell, cwd: dir });
    expect(opened.error).toBeNull();
    terminals.push(opened.resource_id);
  }
  const command = (at: number, name: string, seconds: number): Promise<Call> =>
    run(
      id,
      'terminal.run',
      {
        resource: terminals[at],
        command: `echo once >> ${dir}/${name}; sleep ${seconds}; echo ${name} is done`,
        timeout_s: 300,
      },
      0,
    );
  const traces = (name: string): string[] => {
    const file = join(dir, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  return { command, traces };
}

/** A browser there, which knows the conductor by `baton link` alone. */
async function browserThere() {
  const { other, serverUrl, dir } = machines;
  const port = await freePort('127.0.0.1');
  const link = other.run(
    process.execPath,
    [
      newestProgram('conductor/src/cli/main.ts'),
      'link',
      '--server',
      serverUrl,
      '--port',
      String(port),
      '--json',
    ],
    { env: { NODE_EXTRA_CA_CERTS: join(dir, 'server.pem') } },
  );
  await once(link.stdout, 'data');
  await other.reach(port);
  const url = `http://127.0.0.1:${port}`;
  const claim = await fetch(`${url}/v1/pairing/claim`, {
    method: 'POST',
    headers: {
      origin: 'moz-extension://11111111-2222-4333-8444-555555555555',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      code: await machines.linkCode(),
      browser: { name: 'there', version: '1' },
      extension_version: '1',
    }),
  });
  const { token } = (await claim.json()) as { token: string };
  const disk = { token, lastReceivedSeq: 0, lastSentSeq: 0, outbox: [] };
  const browser = new SimulatedBrowser(url, disk);
  const inbox = new FrameInbox(browser);
  await browser.connect();
  const executor = new SimulatedExecutor(browser);
  executor.report();
  executor.grant(SITE);
  browser.send(runtimeReport(['c1']));
  await inbox.allAcked();
  const id = await session();
  const pages: string[] = [];
  for (const path of ['a', 'b']) {
    const opened = await run(id, 'browser.ensure', { url: `${SITE}/${path}` });
    expect(opened.error).toBeNull();
    pages.push(opened.resource_id);
  }
  const click = (at: number): Promise<Call> =>
    run(id, 'browser.click', { resource: pages[at], ref: 'e1' }, 0);
  const clicks = (call: Call): number =>
    [...executor.disk.pages.values()]
      .flatMap(({ acts }) => acts)
      .filter((act) => act.startsWith(call.call_id)).length;
  return { browser, inbox, executor, click, clicks };
}

describe('T10: while the cable to another machine is out for a minute', () => {
  test('nothing is done twice and nothing is lost, and each call ends as it did there', async () => {
    const { other, conductor } = machines;
    const { command, traces } = await workerThere();
    const { browser, inbox, executor, click, clicks } = await browserThere();
    const held = Promise.withResolvers<object>();
    executor.answer = () => held.promise;
    const ends = await command(0, 'ends', 20);
    const lasts = await command(1, 'lasts', 90);
    const clicked = await click(0);
    for (const call of [ends, lasts, clicked]) await stands(call, 'dispatched');
    await expect.poll(() => clicks(clicked)).toBe(1);
    await expect.poll(() => [...traces('ends'), ...traces('lasts')]).toEqual(['once', 'once']);

    other.cut();
    const mended = Promise.withResolvers<void>();
    const cutAt = performance.now();
    setTimeout(mended.resolve, OUTAGE_MS);
    // Before anybody has noticed, and after that.
    const unheard = [await command(2, 'unheard', 0), await click(1)] as const;
    const away = (): string[] =>
      conductor
        .rows<{ status: string }>('select distinct status from resources order by status')
        .map(({ status }) => status);
    await expect.poll(away, { timeout: 30_000 }).toEqual(['detached']);
    const later = [await command(2, 'later', 0), await click(1)] as const;
    held.resolve({});
    for (let turn = 0; turn < 20; turn += 1) browser.send(finalMessage('c1', `m${turn}`, 'Hello.'));
    await mended.promise;
    expect(performance.now() - cutAt).toBeGreaterThanOrEqual(OUTAGE_MS - 100);
    // A command has five minutes, a click has seconds: of that it is said that nobody knows, until its browser is back.
    expect([await shown(ends), await shown(clicked)]).toMatchObject([
      { status: 'dispatched' },
      { status: 'unknown' },
    ]);
    other.mend();

    for (const call of [ends, lasts, clicked, unheard[0], ...later])
      await stands(call, 'succeeded');
    const commands = { ends, lasts, unheard: unheard[0], later: later[0] };
    for (const [name, call] of Object.entries(commands)) {
      expect(JSON.parse((await shown(call)).result?.text ?? '')).toMatchObject({
        exit_code: 0,
        output: expect.stringContaining(`${name} is done`) as string,
      });
      expect(traces(name)).toEqual(['once']);
    }
    // Of the click that never came there nobody here can know it: its time was up, and it is not sent any more.
    await stands(unheard[1], 'unknown');
    expect([clicked, unheard[1], later[1]].map(clicks)).toEqual([1, 0, 1]);
    await inbox.allAcked();
    const [row] = conductor.rows<{ n: number }>(
      "select count(*) as n from message_anchors where assistant_message_id like 'm%'",
    );
    expect(row?.n).toBe(20);
    browser.close();
  });
});
