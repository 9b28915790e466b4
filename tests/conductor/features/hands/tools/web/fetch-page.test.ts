import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { fetchPage } from '../../../../../../conductor/src/features/hands/tools/web/fetch-page.ts';
import { isPublicAddress } from '../../../../../../shared/lib/net-address.ts';

/** A server at 127.0.0.1 that answers as the test has it, and the requests it got. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, port, base: `http://127.0.0.1:${port}` };
}

const never = new AbortController().signal;

/** As if that one address were of the public web. */
const deps = {
  mayReach: (address: string) => address === '127.0.0.1',
  userAgent: 'Baton/test',
  signal: never,
};

test.each([
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['ff02::1', false],
  ['example.org', false],
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['::ffff:93.184.216.34', true],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  ['file:///etc/passwd', 'Only http and https'],
  ['ftp://example.org/', 'Only http and https'],
  ['https://me:secret@example.org/', 'a name or a password'],
  ['example.org', 'no whole address'],
  ['http://127.0.0.1/', '127.0.0.1 is of this machine'],
  ['http://0x7f.1/', '127.0.0.1 is of this machine'],
  ['http://2130706433/', '127.0.0.1 is of this machine'],
  ['http://[::1]/', '::1 is of this machine'],
  ['http://[::ffff:7f00:1]/', 'is of this machine'],
  ['http://169.254.169.254/latest/meta-data', '169.254.169.254 is of this machine'],
  ['http://localhost/', 'localhost is of this machine'],
])('nothing is asked of %s', async (address, why) => {
  await expect(fetchPage(address, { ...deps, mayReach: isPublicAddress })).rejects.toThrow(why);
});

test('a name is judged by all of its addresses, and asked at no other', async () => {
  const { port, asked } = await serve((_request, response) => response.end('ok'));
  let looked = 0;
  const resolve = (addresses: readonly string[]) => () => {
    looked += 1;
    return Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
  };
  const ask = (...addresses: string[]) =>
    fetchPage(`http://shop.example:${port}/`, { ...deps, resolve: resolve(addresses) });
  expect((await ask('127.0.0.1')).bytes.toString()).toBe('ok');
  expect(looked).toBe(1);
  await expect(ask('127.0.0.1', '10.0.0.1')).rejects.toThrow('shop.example is of this machine');
  await expect(ask('127.0.0.2')).rejects.toThrow('shop.example is of this machine');
  await expect(ask()).rejects.toThrow('shop.example is of this machine');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.headers).toMatchObject({
    host: `shop.example:${port}`,
    'user-agent': 'Baton/test',
  });
  expect(asked[0]?.headers).not.toHaveProperty('cookie');
});

test('each address that a server leads on to is judged again, and there are not too many', async () => {
  const targets: Record<string, string> = {
    '/1': '/2',
    '/2': '/3',
    '/3': '/end',
    '/round': '/round',
  };
  const { base } = await serve(({ url = '' }, response) => {
    const [path, query] = url.split('?');
    const to = path === '/to' ? decodeURIComponent(query ?? '') : targets[path ?? ''];
    if (to === undefined) return void response.end('the end');
    response.writeHead(302, { location: to }).end();
  });
  const page = await fetchPage(`${base}/1#part`, deps);
  expect([page.url.href, page.bytes.toString()]).toEqual([`${base}/end`, 'the end']);
  await expect(fetchPage(`${base}/round`, deps)).rejects.toThrow('more than 5 times');
  for (const to of [
    'http://127.0.0.2/',
    'http://[::1]/',
    'file:///etc/passwd',
    'http://a:b@x.org/',
  ])
    await expect(fetchPage(`${base}/to?${encodeURIComponent(to)}`, deps)).rejects.toThrow(
      /is of this machine|Only http|a name or a password/,
    );
});

test('a page that is too large, however it is packed, too slow, or not there, is no page', async () => {
  const large = Buffer.alloc(6 * 1024 * 1024, 32);
  const { base } = await serve(({ url }, response) => {
    if (url === '/large') return void response.end(large);
    if (url === '/packed')
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large));
    if (url === '/small')
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('tea'));
    if (url === '/broken')
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed');
    if (url === '/slow') return void response.write('a');
    response.writeHead(404, 'Obey me').end();
  });
  const ask = (path: string, signal = never) => fetchPage(base + path, { ...deps, signal });
  await expect(ask('/large')).rejects.toThrow('larger than 5 MiB');
  await expect(ask('/packed')).rejects.toThrow('larger than 5 MiB');
  expect((await ask('/small')).bytes.toString()).toBe('tea');
  await expect(ask('/broken')).rejects.toThrow('could not be asked');
  await expect(ask('/missing')).rejects.toThrow(`${base}/missing answered 404 Not Found.`);
  const called = new AbortController();
  const slow = ask('/slow', called.signal);
  called.abort();
  await expect(slow).rejects.toThrow('called off');
});
