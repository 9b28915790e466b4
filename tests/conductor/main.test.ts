import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { describe, expect, it, onTestFinished } from 'vitest';

import { newestProgram } from '../../launcher/newest-program.mjs';
import { asking, deliveryResult, finalMessage, runtimeReport } from '../kit/browser-frames.ts';
import { FrameInbox } from '../kit/frame-inbox.ts';
import { LOOPBACK_ADDRESSES } from '../kit/loopback-addresses.ts';
import { tempDir } from '../kit/running-conductor.ts';
import { pairBrowser, SIMULATED_ORIGIN, SimulatedBrowser } from '../kit/simulated-browser.ts';

const MAIN = newestProgram('conductor/src/main.ts');

/** The conductor as a person starts it. */
function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  through: readonly string[] = [],
) {
  const [program = '', ...words] = [...through, process.execPath, MAIN, ...args];
  const child = spawn(program, words, {
    env: { PATH: process.env['PATH'] ?? '', HOME: tempDir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  const listening = async () => {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return JSON.parse(line) as { event: string; url: string; data_dir: string };
  };
  return { child, ended, listening };
}

const onFreePort = (dataDir: string) => ['--json', '--port', '0', '--data-dir', dataDir];

describe('the conductor’s process', () => {
  it('tells how it is started', async () => {
    const { code, out, err } = await start(['--help']).ended;
    expect([code, err]).toEqual([0, '']);
    for (const flag of ['--port', '--data-dir', '--log-level', '--max-attempts', '--json'])
      expect(out).toContain(flag);
    expect(out).toContain('BATON_PORT, default 7717');
    expect(out).toMatch(/^Usage: baton start \[flags\]\nIn Baton's folder: npm run conductor -- /);
  });

  it('names all wrong settings at once, where each came from, and starts nothing', async () => {
    const dataDir = join(tempDir(), 'never-made');
    const { code, out, err } = await start(
      [
        '--port',
        '70000',
        '--data-dir',
        dataDir,
        '--colour',
        '--max-attempts',
        'five',
        '--lease-ms',
        '',
        'extra',
      ],
      { BATON_LOG_LEVEL: 'loud' },
    ).ended;
    expect([code, out]).toEqual([2, '']);
    expect(
      err
        .split('\n')
        .filter((line) => line.startsWith('  '))
        .toSorted(),
    ).toEqual([
      '  --colour: is not a flag here; see --help',
      '  --lease-ms: is a whole number (it was "")',
      '  --max-attempts: is a whole number (it was "five")',
      '  --port: is at most 65535 (it was "70000")',
      '  BATON_LOG_LEVEL: is silent, error, warn, info or debug (it was "loud")',
      '  extra: is not a flag; see --help',
    ]);
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });

  it('listens where it says, with flags before environment, and stops when asked', async () => {
    const dataDir = tempDir();
    const { child, ended, listening } = start(onFreePort(dataDir), {
      BATON_PORT: '1',
      BATON_DATA_DIR: '/nowhere',
    });
    const { event, url, data_dir } = await listening();
    expect({ event, data_dir }).toEqual({ event: 'listening', data_dir: dataDir });
    const health = await fetch(`${url}/healthz`);
    expect(await health.json()).toMatchObject({ ok: true });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it.runIf(process.platform === 'linux')('goes on while its log has no room', async () => {
    const dataDir = tempDir();
    // As on a full disk.
    const noRoom = ['sh', '-c', 'exec "$0" "$@" 2>/dev/full'];
    const args = [...onFreePort(dataDir), '--log-level', 'debug'];
    const { child, ended, listening } = start(args, {}, noRoom);
    const { url } = await listening();
    const authorization = `Bearer ${readFileSync(join(dataDir, 'admin-secret'), 'utf8')}`;
    for (let times = 0; times < 3; times += 1)
      expect((await fetch(`${url}/v1/status`, { headers: { authorization } })).status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('offers pairing to whoever starts it by hand', async () => {
    const { child, ended } = start(['--port', '0', '--data-dir', tempDir()]);
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.includes('popup')) break;
    }
    expect(lines.join('\n')).toMatch(
      /listens on http:\/\/127\.0\.0\.1:\d+ .*\n.*\/pair#code=[\w-]{32}\n.*type \d{6} into/,
    );
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it('keeps its secrets and its database to its user', async () => {
    const dataDir = tempDir();
    const { child, ended, listening } = start(onFreePort(dataDir));
    await listening();
    const modes = ['install-secret', 'admin-secret', 'baton.db', 'baton.db-wal'].map((name) =>
      (statSync(join(dataDir, name)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['600', '600', '600', '600']);
    child.kill('SIGTERM');
    await ended;
  });

  it.each(LOOPBACK_ADDRESSES)('says so when the port is taken at %s', async (host) => {
    const other = createServer();
    other.listen(0, host);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, err } = await start(['--port', String(port), '--data-dir', tempDir()]).ended;
    expect(code).toBe(4);
    expect(err).toContain(`Port ${port} is taken by another program. Choose another with --port`);
  });

  it('says so when the database is not one, and leaves it as it is', async () => {
    const dataDir = tempDir();
    const first = start(onFreePort(dataDir));
    await first.listening();
    first.child.kill('SIGTERM');
    await first.ended;
    const file = join(dataDir, 'baton.db');
    writeFileSync(file, 'a shopping list '.repeat(200));
    const { code, err } = await start(onFreePort(dataDir)).ended;
    expect(code).toBe(3);
    expect(err.trim()).toBe(
      `Cannot use the database ${file}: it is not a database, or it is damaged. Move the file away (keep it) or choose another --data-dir.`,
    );
    expect(readFileSync(file, 'utf8')).toMatch(/^a shopping list/);
  });

  it('says so when its folder is a file', async () => {
    const file = join(tempDir(), 'file');
    writeFileSync(file, '');
    const { code, err } = await start(onFreePort(file)).ended;
    expect(code).toBe(3);
    expect(err).toContain(`Cannot use the data folder ${file}`);
  });

  it('does not start with a damaged secret, but where it is told to make a new one', async () => {
    const dataDir = tempDir();
    const first = start(onFreePort(dataDir));
    await first.listening();
    first.child.kill('SIGTERM');
    await first.ended;
    const file = join(dataDir, 'admin-secret');
    writeFileSync(file, '');
    const { code, err } = await start(onFreePort(dataDir)).ended;
    expect(code).toBe(3);
    expect(err).toContain(`The file ${file} is damaged.`);
    expect(err).toContain('or start once with --new-secrets');
    expect(readFileSync(file, 'utf8')).toBe('');
    await start([...onFreePort(dataDir), '--new-secrets']).listening();
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/);
  });

  it('has its folder for itself, and gives it back when it dies', async () => {
    const dataDir = tempDir();
    const first = start(onFreePort(dataDir));
    await first.listening();
    const second = await start(onFreePort(dataDir)).ended;
    expect(second.code).toBe(3);
    expect(second.err).toContain(
      `Another conductor uses ${dataDir}. Stop it, or choose another --data-dir.`,
    );
    first.child.kill('SIGKILL');
    await first.ended;
    const third = start(onFreePort(dataDir));
    await third.listening();
  });

  it('logs no secret and no message, even when it logs all it can', async () => {
    const dataDir = tempDir();
    const { child, ended, listening } = start([...onFreePort(dataDir), '--log-level', 'debug']);
    const { url } = await listening();
    const adminSecret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
    const disk = await pairBrowser(url, adminSecret);
    const browser = new SimulatedBrowser(url, disk);
    const inbox = new FrameInbox(browser);
    await browser.connect();
    browser.send(runtimeReport([{ remote_conversation_id: 'a', title: 'canary-title' }]));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    await fetch(`${url}/v1/conversations/${id}/mode`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${adminSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'auto' }),
    });
    browser.send(
      finalMessage(
        'a',
        'r',
        `canary-reply ${asking('@conductor::echo::{"text":"canary-params"}')}`,
      ),
    );
    const enqueued = await inbox.first('delivery.enqueue');
    browser.send(deliveryResult(enqueued, 'acked'));
    // Out of shape, each holding what must not be logged.
    browser.raw(JSON.stringify({ v: 1, id: 'x', type: 'hello', token: ['canary-token'] }));
    browser.raw(
      JSON.stringify({
        v: 1,
        id: 'y',
        ...finalMessage('a', 'r2', 'canary-malformed'),
        seq: 'canary-seq',
      }),
    );
    await inbox.first('error', ({ ref_id }) => ref_id === 'y');
    await fetch(`${url}/v1/pairing/claim`, {
      method: 'POST',
      headers: { origin: SIMULATED_ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({
        code: 'canary-code',
        browser: { name: 'x', version: '1' },
        extension_version: '1',
      }),
    });
    browser.close();
    child.kill('SIGTERM');
    const { code, out, err } = await ended;
    expect(code).toBe(0);
    expect(err).toContain('frame refused');
    for (const secret of [
      disk.token,
      adminSecret,
      readFileSync(join(dataDir, 'install-secret'), 'utf8'),
      'canary',
    ]) {
      expect(out + err).not.toContain(secret);
    }
  });
});
