import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectByTls, getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { checkServer } from '../../conductor/src/cli/checks/check-server.ts';
import { readConfig } from '../../conductor/src/config.ts';
import { passToServer } from '../../conductor/src/cli/pass-to-server.ts';
import { FEED_PATH } from '../../shared/model/picture-feed.ts';
import { workerOrigin } from '../../shared/model/worker-origin.ts';
import { finalMessage, runtimeReport } from '../kit/browser-frames.ts';
import { FrameInbox } from '../kit/frame-inbox.ts';
import { startTestConductor, tempDir, type TestConductor } from '../kit/running-conductor.ts';
import { startWorkerProcess } from '../kit/running-worker.ts';
import { SIMULATED_ORIGIN, SimulatedBrowser } from '../kit/simulated-browser.ts';
import { createSelfSignedCertificate } from '../kit/stand-in/self-signed-certificate.ts';

/** Address that not every system has: macOS answers at 127.0.0.1 alone. */
const ADDRESS = '127.0.0.2';

let hasAddress = false;
let dir: string;
let conductor: TestConductor;
let server: URL;
const trusted = getCACertificates('default');

beforeAll(async () => {
  const port = await freePort();
  if (port === null) return;
  hasAddress = true;
  dir = mkdtempSync(join(tmpdir(), 'baton-tls-'));
  await makeCertificate('server', ADDRESS);
  await makeCertificate('stranger', 'baton.example');
  setDefaultCACertificates([...trusted, readFileSync(join(dir, 'server.pem'), 'utf8')]);
  server = new URL(`https://${ADDRESS}:${port}`);
  conductor = await startTestConductor({
    listen: ADDRESS,
    publicUrl: server.origin,
    tlsCert: join(dir, 'server.pem'),
    tlsKey: join(dir, 'server.key'),
  });
});
beforeEach((context) => {
  if (!hasAddress) context.skip(`only where there is an address ${ADDRESS}`);
});
afterAll(async () => {
  if (!hasAddress) return;
  setDefaultCACertificates(trusted);
  await conductor.end();
  rmSync(dir, { recursive: true, force: true });
});

/** Signed by itself: whoever trusts it takes it for its own CA. */
async function makeCertificate(name: string, host: string): Promise<void> {
  const { key, cert } = await createSelfSignedCertificate(host);
  writeFileSync(join(dir, `${name}.key`), key, { mode: 0o600 });
  writeFileSync(join(dir, `${name}.pem`), cert);
}

/** Null: this machine does not have the address. */
async function freePort(): Promise<number | null> {
  const one = createServer().listen(0, ADDRESS);
  try {
    await once(one, 'listening');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRNOTAVAIL') return null;
    throw cause;
  }
  const { port } = one.address() as AddressInfo;
  one.close();
  await once(one, 'close');
  return port;
}

async function offer(): Promise<{ code: string; linkCode: string }> {
  const answer = await conductor.admin('POST', '/v1/pairing/codes');
  const { code, link } = (await answer.json()) as { code: string; link: string };
  return { code, linkCode: new URL(link).hash.replace('#code=', '') };
}

async function claim(
  url: string,
  code: string,
  origin = SIMULATED_ORIGIN,
): Promise<{ status: number; token: string }> {
  const browser = { name: 'one', version: '1' };
  const answer = await fetch(`${url}/v1/pairing/claim`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code, browser, extension_version: '1' }),
  });
  const { token = '' } = (await answer.json()) as { token?: string };
  return { status: answer.status, token };
}

async function link(to: URL): ReturnType<typeof passToServer> {
  const linked = await passToServer(to, 0, () => undefined);
  onTestFinished(() => linked.close());
  return linked;
}

/** fetch would not let the Host be said. */
async function statusOf(url: string, host: string): Promise<number> {
  const asked = request(url, { headers: { host }, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

describe('from another machine', () => {
  test('nothing is answered without TLS, and the start says what lacks', () => {
    const asked = readConfig(['--listen', '0.0.0.0', '--public-url', 'https://a:1'], {});
    expect(asked).toMatchObject({ ok: false });
    expect(asked.ok ? [] : asked.error).toEqual([
      expect.stringMatching(/^--tls-cert: is needed too/),
      expect.stringMatching(/^--tls-key: is needed too/),
    ]);
    const plain = readConfig(['--listen', '0.0.0.0', '--public-url', 'http://a:1'], {});
    expect(plain).toMatchObject({ ok: false });
  });

  test('a key of the certificate that everybody may read is not taken', async () => {
    const tlsKey = join(dir, 'open.key');
    copyFileSync(join(dir, 'server.key'), tlsKey);
    chmodSync(tlsKey, 0o644);
    const tlsCert = join(dir, 'server.pem');
    const door = { listen: ADDRESS, publicUrl: 'https://127.0.0.1:1', tlsCert, tlsKey };
    await expect(startTestConductor(door)).rejects.toThrow(`Run: chmod o-rwx ${tlsKey}`);
  });

  test('pairing and the bridge are answered, and nothing else, whoever knows its secrets', async () => {
    const health = await fetch(new URL('/healthz', server));
    expect(health.status).toBe(200);
    expect(health.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
    const headers = { authorization: `Bearer ${conductor.adminSecret}` };
    for (const path of [
      '/v1/status',
      '/v1/conversations',
      '/',
      '/openapi.json',
      '/v1/face/challenge',
    ])
      expect((await fetch(new URL(path, server), { headers })).status).toBe(421);
  });

  test.each(['before TLS', 'by TLS'])(
    'of too many that send no request %s, the one that waits longest goes',
    async (how) => {
      const gone: number[] = [];
      for (let number = 0; number < 260; number += 1) {
        const to = { host: ADDRESS, port: Number(server.port) };
        const socket = how === 'by TLS' ? connectByTls(to) : connect(to);
        onTestFinished(() => void socket.destroy());
        socket.on('error', () => undefined).once('close', () => gone.push(number));
        await once(socket, how === 'by TLS' ? 'secureConnect' : 'connect');
      }
      await expect.poll(() => gone).toContain(0);
      expect(gone).not.toContain(259);
      expect((await fetch(new URL('/healthz', server))).status).toBe(200);
    },
  );

  test('a code works once, and never as digits', async () => {
    const { code, linkCode } = await offer();
    expect((await claim(server.origin, code)).status).not.toBe(200);
    expect((await claim(server.origin, linkCode)).status).toBe(200);
    expect((await claim(server.origin, linkCode)).status).not.toBe(200);
    const linked = await link(server);
    expect((await claim(linked.url, (await offer()).code)).status).not.toBe(200);
  });
});

describe('a link', () => {
  test('keeps the Origin, replaces the Host, and adds nothing', async () => {
    const seen: IncomingMessage['rawHeaders'][] = [];
    const key = readFileSync(join(dir, 'server.key'));
    const cert = readFileSync(join(dir, 'server.pem'));
    const far = createTlsServer({ key, cert }, (asked, response) => {
      seen.push(asked.rawHeaders);
      response.end('{}');
    }).listen(0, ADDRESS);
    await once(far, 'listening');
    onTestFinished(() => void far.close());
    const to = new URL(`https://${ADDRESS}:${(far.address() as AddressInfo).port}`);
    const linked = await link(to);
    const asked = request(`${linked.url}/v1/pairing/claim`, {
      agent: false,
      headers: { origin: 'a', cookie: 'b=c', authorization: 'd', 'x-forwarded-for': 'e' },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    const names = (seen[0] ?? []).filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.toSorted()).toEqual(['connection', 'host', 'origin']);
    expect(seen[0]).toContain(to.host);
    for (const path of ['/v1/status', '/v1/face/challenge', '/', '/v1/pairing/a/b'])
      expect(await statusOf(`${linked.url}${path}`, new URL(linked.url).host)).toBe(404);
    expect(await statusOf(`${linked.url}/healthz`, 'evil.example')).toBe(404);
    expect(seen).toHaveLength(1);
  });

  test('is cut and comes back, and nothing is lost', async () => {
    const first = await passToServer(server, 0, () => undefined);
    const disk = {
      token: (await claim(first.url, (await offer()).linkCode)).token,
      lastReceivedSeq: 0,
      lastSentSeq: 0,
      outbox: [],
    };
    const browser = new SimulatedBrowser(first.url, disk);
    onTestFinished(() => browser.close());
    const inbox = new FrameInbox(browser);
    await browser.connect();
    browser.send(runtimeReport(['c1']));
    await inbox.allAcked();
    await first.close();
    for (let turn = 0; turn < 20; turn += 1)
      browser.send(finalMessage('c1', `m${String(turn)}`, 'Hello.'));
    const second = await link(server);
    browser.url = second.url;
    await inbox.allAcked();
    const [row] = conductor.rows<{ n: number }>('SELECT max(last_received_seq) AS n FROM clients');
    expect(row?.n).toBe(21);
    expect(disk.outbox).toEqual([]);
  });

  test('passes on the feed of a worker', async () => {
    const linked = await link(server);
    const origin = workerOrigin('e'.repeat(32));
    expect((await claim(linked.url, (await offer()).linkCode, origin)).status).toBe(200);
    const feed = new WebSocket(`${linked.url.replace('http', 'ws')}${FEED_PATH}`, { origin });
    onTestFinished(() => feed.terminate());
    await once(feed, 'open');
    feed.send(JSON.stringify({ hello: { token: 'not its own' } }));
    const [code] = (await once(feed, 'close')) as [number];
    expect(code).toBe(1008);
  });

  test('is checked by the doctor, who says what is wrong with a certificate', async () => {
    const before = Date.now() - 30 * 86_400_000;
    expect(await checkServer(server, before)).toMatchObject({ name: 'server', state: 'ok' });
    expect(await checkServer(server, Date.now())).toMatchObject({
      state: 'warn',
      mend: 'Renew it, then restart the conductor there.',
    });
    const stranger = createTlsServer({
      key: readFileSync(join(dir, 'stranger.key')),
      cert: readFileSync(join(dir, 'stranger.pem')),
    }).listen(0, ADDRESS);
    onTestFinished(() => void stranger.close());
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    expect(await checkServer(new URL(`https://${ADDRESS}:${port}`), before)).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('certificate does not fit') as string,
    });
    stranger.close();
    await once(stranger, 'close');
    expect(await checkServer(new URL(`https://${ADDRESS}:${port}`), before)).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('ECONNREFUSED') as string,
      mend: 'See that it runs, with --listen.',
    });
  });

  test('ends each dial where the certificate does not fit', async () => {
    const key = readFileSync(join(dir, 'stranger.key'));
    const cert = readFileSync(join(dir, 'stranger.pem'));
    const far = createTlsServer({ key, cert }, (_, response) => response.end('{}')).listen(
      0,
      ADDRESS,
    );
    await once(far, 'listening');
    onTestFinished(() => void far.close());
    const said: string[] = [];
    const url = `https://${ADDRESS}:${(far.address() as AddressInfo).port}`;
    const linked = await passToServer(new URL(url), 0, (text) => void said.push(text));
    onTestFinished(() => linked.close());
    expect((await fetch(`${linked.url}/healthz`)).status).toBe(502);
    expect(said[0]).toMatch(/certificate/);
    const worker = startWorkerProcess(join(tempDir(), 'w'), { url, code: 'code' });
    expect(await worker.said).toMatch(/certificate does not fit/);
    expect(await worker.stop()).not.toBe(0);
  });
});

test('a worker pairs by TLS and holds what it was told to', async () => {
  const { linkCode } = await offer();
  const told = { url: server.origin, code: linkCode, caps: ['service'] };
  const ca = { NODE_EXTRA_CA_CERTS: join(dir, 'server.pem') };
  const worker = startWorkerProcess(join(tempDir(), 'w'), told, ca);
  onTestFinished(() => void worker.stop());
  const adapters = (): string =>
    conductor
      .rows<{ capabilities: string }>('SELECT capabilities_json AS capabilities FROM executors')
      .map(({ capabilities }) => capabilities)
      .join();
  await expect.poll(adapters).toContain('"process"');
  expect(adapters()).not.toContain('"pty"');
  expect((await claim(server.origin, linkCode, workerOrigin('f'.repeat(32)))).status).not.toBe(200);
});
