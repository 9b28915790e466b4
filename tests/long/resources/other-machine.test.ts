import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { newestProgram } from '../../../launcher/newest-program.mjs';
import { createSelfSignedCertificate } from '../../kit/stand-in/self-signed-certificate.ts';
import { freePort, twoMachines, type TwoMachines } from '../../kit/two-machines.ts';

interface Call {
  readonly call_id: string;
  readonly status: string;
  readonly result: { readonly text: string } | null;
}

/** A site of the other machine's own. It says when its page was pressed, and answers that when it is told to. */
const SITE = `require('node:http').createServer(({ url }, response) => {
  if (url !== '/press') return response.writeHead(200, { 'content-type': 'text/html' }).end(\`<!doctype html><title>There</title>
    <button onclick="const x = new XMLHttpRequest(); x.open('POST', '/press', false); x.send();
      document.querySelector('p').textContent = 'Pressed'">Press</button><p role="status"></p>\`);
  console.log('pressed');
  process.stdin.once('data', () => response.end());
}).listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listening'));`;

let machines: TwoMachines;
let missing = '';

beforeAll(async () => {
  // Who is away is noticed, and its lease is over, within seconds.
  const made = await twoMachines({ pingIntervalMs: 1_000, leaseMs: 2_000 });
  if ('missing' in made) ({ missing } = made);
  else machines = made;
});
beforeEach((context) => {
  if (missing !== '') context.skip(`no other machine here: ${missing}`);
});
afterAll(() => machines?.end());

/** Returns the exit code and the error output. */
async function endOf(child: ReturnType<TwoMachines['worker']>): Promise<[number | null, string]> {
  const said = text(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, await said];
}

/** Somebody whose certificate is for another name, at an address of ours. Counts what it is asked. */
async function stranger(port = 0): Promise<{ url: string; asked: string[] }> {
  const { address } = machines.other;
  const asked: string[] = [];
  const far = createTlsServer(await createSelfSignedCertificate('baton.example'));
  far.on('request', ({ url = '' }, response) => {
    asked.push(url);
    response.end('{}');
  });
  far.on('upgrade', ({ url = '' }, socket) => {
    asked.push(url);
    socket.destroy();
  });
  far.listen(port, address);
  await once(far, 'listening');
  onTestFinished(() => void far.close());
  return { url: `https://${address}:${(far.address() as AddressInfo).port}`, asked };
}

/** How many executors are connected. */
async function connected(): Promise<number> {
  const { items } = await machines.ask<{ items: { connected: boolean }[] }>('GET', '/v1/clients');
  return items.filter((one) => one.connected).length;
}

describe('T10: from another machine', () => {
  test('a certificate that does not fit ends the dial of a worker, which has said nothing by then', async () => {
    const { url, asked } = await stranger();
    const worker = machines.worker('misled', { url, code: 'code', caps: ['service'] });
    expect(await endOf(worker)).toEqual([1, expect.stringContaining('certificate does not fit')]);
    expect(asked).toEqual([]);
  });

  test('a certificate that does not fit is passed nothing by a link', async () => {
    const { url, asked } = await stranger();
    const port = await freePort('127.0.0.1');
    const { other } = machines;
    const program = newestProgram('conductor/src/cli/main.ts');
    const args = [program, 'link', '--server', url, '--port', String(port), '--json'];
    const link = other.run(process.execPath, args, {});
    const ended = endOf(link);
    await once(link.stdout, 'data');
    await other.reach(port);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/pairing/claim`, { method: 'POST' });
    expect(answer.status).toBe(502);
    link.kill();
    expect((await ended)[1]).toMatch(/certificate/);
    expect(asked).toEqual([]);
  });

  test('a code lets in one worker, and the next that has it ends and is told why', async () => {
    const code = await machines.linkCode();
    const before = await connected();
    const first = machines.worker('first', { code, caps: ['service'] });
    await expect.poll(connected, { timeout: 30_000 }).toBe(before + 1);
    const [status, said] = await endOf(machines.worker('second', { code, caps: ['service'] }));
    expect(status).toBe(1);
    expect(said).toMatch(/code/);
    expect(await connected()).toBe(before + 1);
    first.kill();
    await once(first, 'close');
  });

  test('a click in a page there, cut off in the middle, is made once and told as made', async () => {
    const { other, ask, conductor } = machines;
    const port = await freePort('127.0.0.1');
    const site = other.run(process.execPath, ['-e', SITE, String(port)], {});
    await once(site.stdout, 'data');
    machines.worker('browsers', { code: await machines.linkCode(), caps: ['browser'] });
    const adapters = (): string =>
      JSON.stringify(conductor.rows('select capabilities_json as it from executors'));
    await expect.poll(adapters, { timeout: 30_000 }).toContain('cdp');
    const { chat_session_id: chat } = await ask<{ chat_session_id: string }>(
      'POST',
      '/v1/sessions',
      { label: 'one' },
    );
    const start = (tool: string, args: object): Promise<Call> =>
      ask('POST', `/v1/sessions/${chat}/calls?wait=0`, { tool, args, judge: false });
    const shown = ({ call_id }: Call): Promise<Call> => ask('GET', `/v1/calls/${call_id}`);
    /** As a person who says yes to all they are asked. */
    const done = async (call: Call): Promise<void> => {
      const status = async (): Promise<string> => {
        const { items } = await ask<{ items: { approval_id: string }[] }>(
          'GET',
          '/v1/approvals?decision=open',
        );
        for (const { approval_id: id } of items)
          await ask('POST', `/v1/approvals/${id}/decision`, { decision: 'approve' });
        return (await shown(call)).status;
      };
      await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('succeeded');
    };
    await done(await start('browser.ensure', { url: `http://127.0.0.1:${port}/`, in: 'cdp' }));
    // Its site is asked about once more, to be acted in.
    await done(await start('browser.hover', { selector: 'button' }));

    const presses: string[] = [];
    site.stdout.on('data', (data: Buffer) => void presses.push(data.toString()));
    const clicked = await start('browser.click', { selector: 'button' });
    await expect.poll(() => presses, { timeout: 30_000 }).toEqual(['pressed\n']);
    other.cut();
    const status = (): unknown[] =>
      conductor.rows(`select status from resources where chat_session_id = '${chat}'`);
    await expect.poll(status, { timeout: 30_000 }).toEqual([{ status: 'detached' }]);
    site.stdin.write('\n');
    other.mend();
    await expect
      .poll(async () => (await shown(clicked)).status, { timeout: 60_000 })
      .toBe('succeeded');
    expect((await shown(clicked)).result?.text).toContain('Pressed');
    expect(presses).toEqual(['pressed\n']);
  });

  test('a worker whose conductor has another certificate now does not dial it again, and says so', async () => {
    const { conductor, linkCode } = machines;
    const before = await connected();
    const worker = machines.worker('kept', { code: await linkCode(), caps: ['service'] });
    await expect.poll(connected, { timeout: 30_000 }).toBe(before + 1);
    const ended = endOf(worker);
    await conductor.stop();
    const { asked } = await stranger(Number(new URL(machines.serverUrl).port));
    expect(await ended).toEqual([0, expect.stringContaining('certificate does not fit')]);
    expect(asked).toEqual([]);
  });
});
