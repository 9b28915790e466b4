import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { BRIDGE_PATH, SUBPROTOCOL } from '../../shared/protocol/index.ts';
import { asking, deliveryResult, finalMessage, runtimeReport } from '../kit/browser-frames.ts';
import { startConductorProcess } from '../kit/conductor-process.ts';
import { FrameInbox } from '../kit/frame-inbox.ts';
import { tempDir } from '../kit/running-conductor.ts';
import { pairBrowser, SIMULATED_ORIGIN, SimulatedBrowser } from '../kit/simulated-browser.ts';
import { hostileServer } from '../kit/tool-servers.ts';

/** In every text that anyone but Baton wrote, and that no log may repeat. */
const CANARY = `canary-${randomUUID()}`;

it('at debug level, while everything that can fail does, holds no secret and no text of anyone', async () => {
  const dataDir = tempDir();
  const configFile = join(dataDir, 'mcp.json');
  const servers = {
    hostile: { ...hostileServer('noisy'), env: { CANARY } },
    stillborn: hostileServer('stillborn'),
    faulty: { command: 7, env: { TOKEN: CANARY } },
  };
  writeFileSync(configFile, JSON.stringify({ mcpServers: servers }));
  const conductor = await startConductorProcess({ dataDir, args: ['--log-level', 'debug'] });
  onTestFinished(() => conductor.dispose());
  const { url, logFile } = conductor;
  const adminSecret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
  const logged = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> => {
    const json = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminSecret}`,
        ...(body !== undefined && json),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  };

  // Pairing: an offer that is left open, one that is used, and wrong codes.
  const offer = await conductor.admin.offerPairing();
  const disk = await pairBrowser(url, adminSecret);
  const browserName = { name: CANARY, version: CANARY };
  const claim = { code: CANARY, browser: browserName, extension_version: CANARY };
  await ask('POST', '/v1/pairing/claim', claim, { origin: SIMULATED_ORIGIN });
  const stranger = new WebSocket(`${url.replace('http', 'ws')}${BRIDGE_PATH}`, SUBPROTOCOL, {
    origin: SIMULATED_ORIGIN,
  });
  onTestFinished(() => stranger.terminate());
  const refused = new Promise((resolve) => {
    stranger.once('close', resolve);
  });
  stranger.once('open', () => stranger.send(JSON.stringify({ type: 'hello', token: CANARY })));
  await refused;
  const foreign = new WebSocket(`${url.replace('http', 'ws')}${BRIDGE_PATH}`, SUBPROTOCOL, {
    origin: `https://\u009B2J${'x'.repeat(100_000)}`,
  });
  await new Promise((resolve) => void foreign.once('error', resolve));

  const browser = new SimulatedBrowser(url, disk);
  onTestFinished(() => browser.close());
  const inbox = new FrameInbox(browser);
  await browser.connect();
  browser.send(runtimeReport([{ remote_conversation_id: 'a', title: CANARY }]));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await ask('PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' });

  // Actions that run, report, fail and lie.
  const actions = [
    `@conductor::echo::{"text":"${CANARY}"}`,
    `@mcp.hostile::chatter::{"text":"${CANARY}"}`,
    `@mcp.hostile::own_error::{"text":"${CANARY}"}`,
    `@mcp.stillborn::x::{"text":"${CANARY}"}`,
    `@mcp.faulty::x`,
    `@${CANARY}::x::{"text":"${CANARY}`,
  ];
  browser.send(finalMessage('a', 'r', `${CANARY} ${asking(actions.join('\n'))}`));
  const enqueued = await inbox.first('delivery.enqueue');
  const failure = { error_code: 'send_rejected', error_message: CANARY } as const;
  browser.send(deliveryResult(enqueued, 'failed', failure));
  await inbox.allAcked();

  // What people and programs say.
  const key = { 'idempotency-key': CANARY };
  await ask('POST', `/v1/conversations/${id}/messages`, { text: CANARY }, key);
  await ask('PUT', `/v1/conversations/${id}/mode`, { mode: 'paused', reason: CANARY });
  await ask('PATCH', `/v1/conversations/${id}`, { title: CANARY });
  await ask('GET', `/v1/search?q=${CANARY}`);
  await ask('GET', `/v1/status?token=${CANARY}`);
  await ask('GET', `/${CANARY}`);
  await ask('POST', '/v1/backups', { file: `/${CANARY}/x` });
  await ask('POST', `/v1/conversations/${id}/messages`, `{"text":"${CANARY}`);
  await ask('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: CANARY });
  await ask('GET', '/v1/status', undefined, { authorization: `Bearer ${CANARY}` });
  await ask('GET', '/v1/status', undefined, { cookie: CANARY, origin: `http://${CANARY}` });

  // Frames out of shape.
  browser.raw(JSON.stringify({ v: 1, id: 'x', type: 'hello', token: [CANARY] }));
  browser.raw(JSON.stringify({ v: 1, id: 'y', seq: 99, type: CANARY, [CANARY]: CANARY }));
  browser.raw(`{"v":1,"id":"z","type":"${CANARY}`);
  await inbox.first('error', ({ ref_id }) => ref_id === 'y');

  // A store that fails, on one frame and then on a whole commit.
  const other = new Database(join(dataDir, 'baton.db'));
  const fail = (how: string): unknown =>
    other.exec(`drop trigger if exists failing; create trigger failing before insert
      on message_anchors begin select raise(${how}, 'no'); end`);
  fail('abort');
  browser.send(finalMessage('a', 'r2', `${CANARY} two`));
  await expect.poll(logged).toContain('taking a frame failed');
  fail('rollback');
  browser.send(finalMessage('a', 'r3', `${CANARY} three`));
  await expect.poll(logged).toContain('a frame could not be kept');
  other.exec('drop trigger failing');
  other.close();
  await inbox.allAcked();

  // A file of tool servers with a slip of the pen in it, right at a secret.
  writeFileSync(configFile, `{"mcpServers":{"a":{"env":{"TOKEN":${CANARY}}}}}`);
  const shown = await ask('GET', '/v1/tools');
  await conductor.stop();
  expect(shown).toMatchObject({ servers: [{ server: 'mcp.json', state: 'faulty' }, {}, {}, {}] });
  // An assistant that calls a tool of the file is told the same.
  expect(JSON.stringify(shown)).not.toContain('canary');

  const log = logged();
  const lines = log.trim().split('\n');
  const said = new Set(lines.map((line) => (JSON.parse(line) as { msg: string }).msg));
  expect([...said]).toEqual(
    expect.arrayContaining([
      'connection closed',
      'upgrade from an unknown origin refused',
      'frame refused',
      'taking a frame failed',
      'a frame could not be kept',
      'a tool server cannot be reached',
      'a tool server cannot be used',
      'the tool servers cannot be read',
      'tool server fault',
      'a tool server wrote to standard error',
      'progress',
      'request answered',
    ]),
  );
  // Whoever reads it in a terminal sees it, and is not steered by it.
  expect(log).toContain(String.raw`https://\u009b2J`);
  expect(log).not.toMatch(/[\u007F-\u009F]/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(10_000);
  // A snippet of a message is as bad as the message.
  const pieces = [CANARY, CANARY.slice(0, 20), CANARY.slice(-12), 'Listening on stdio', 'the fuse'];
  const secrets = [
    disk.token,
    adminSecret,
    readFileSync(join(dataDir, 'install-secret'), 'utf8'),
    offer.code,
    new URL(offer.link).hash.slice('#code='.length),
  ];
  const found = lines.filter((line) => [...pieces, ...secrets].some((one) => line.includes(one)));
  expect(found).toEqual([]);
}, 30_000);
