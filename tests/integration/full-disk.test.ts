import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';

import { type DataDisk, openDataDisk } from '../../chaos/world/data-disk.ts';
import { asking, deliveryResult, finalMessage, runtimeReport } from '../kit/browser-frames.ts';
import { startConductorProcess } from '../kit/conductor-process.ts';
import { PLANNER, programWorld } from '../kit/program-world.ts';
import { runConductor, tempDir } from '../kit/running-conductor.ts';

const MIB = 2 ** 20;
const DISK_MIB = 24;

const TEAM = {
  baton_team: 1,
  team_id: 'two',
  name: 'Two',
  roles: [
    { role: 'Planner', is_planner: true, task: 'You plan.' },
    { role: 'Executor', task: 'You do it.' },
  ],
};

const Asked = z.object({ id: z.number().optional(), method: z.string() });

/** A tool server over HTTP whose one tool answers when the test says so. */
async function slowTool(): Promise<{
  readonly url: string;
  readonly called: Promise<(text: string) => void>;
}> {
  const { promise: called, resolve } = Promise.withResolvers<(text: string) => void>();
  const reply = (answer: ServerResponse, id: number, result: object): unknown =>
    answer
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      const asked = Asked.safeParse(body === '' ? {} : JSON.parse(body));
      if (!asked.success) return answer.writeHead(405).end();
      const { id, method } = asked.data;
      if (id === undefined) return answer.writeHead(202).end();
      if (method === 'tools/call')
        return resolve((text) => reply(answer, id, { content: [{ type: 'text', text }] }));
      if (method === 'tools/list') {
        const annotations = { readOnlyHint: true };
        const tool = { name: 'read', inputSchema: { type: 'object' }, annotations };
        return reply(answer, id, { tools: [tool] });
      }
      const serverInfo = { name: 'slow', version: '0' };
      const protocolVersion = '2025-06-18';
      return reply(answer, id, { protocolVersion, capabilities: { tools: {} }, serverInfo });
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/mcp`, called };
}

function dataDisk(): DataDisk {
  const disk = openDataDisk(tempDir(), DISK_MIB);
  // Registered first, so run last: a conductor that still writes would keep the disk.
  onTestFinished(() => disk.release());
  return disk;
}

/** A conductor on a small disk of its own, whose assistant has called the tool. */
async function calling(disk: DataDisk) {
  const tool = await slowTool();
  mkdirSync(disk.dataDir);
  const mcpServers = { slow: { url: tool.url } };
  writeFileSync(join(disk.dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const conductor = await runConductor({}, disk.dataDir);
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(finalMessage('a', 'r1', asking('@mcp.slow::read')));
  const answer = await tool.called;
  const metrics = async (): Promise<string> => (await conductor.admin('GET', '/metrics')).text();
  return { conductor, browser, inbox, answer, metrics };
}

it('a result that the disk has no room for ends its action, and leaves nothing behind', async (context) => {
  const disk = dataDisk();
  if (!disk.canFill) context.skip('only who may mount a disk can fill one');
  const { conductor, inbox, answer } = await calling(disk);
  answer(`begins${'x'.repeat((DISK_MIB + 8) * MIB)}`);
  const { message_text } = await inbox.first('delivery.enqueue');
  expect(message_text).toContain('1. @mcp.slow::read quota_exceeded');
  expect(message_text).toContain('The disk is full. Do not run it again for that');
  expect(message_text).toContain('beginsxxx');
  expect(conductor.rows('select * from artifacts')).toEqual([]);
  expect(readdirSync(join(disk.dataDir, 'artifacts', 'tmp'))).toEqual([]);
});

it('an action that ends while nothing at all can be written ends once there is room again', async (context) => {
  const disk = dataDisk();
  if (!disk.canFill) context.skip('only who may mount a disk can fill one');
  const { conductor, browser, inbox, answer, metrics } = await calling(disk);
  const free = disk.fill();
  answer('x'.repeat(MIB));
  await vi.waitUntil(async () => (await metrics()).includes('quota_exceeded'), { timeout: 10_000 });
  const status = () => conductor.rows('select status, error_code from instructions');
  expect(status()).toEqual([{ status: 'running', error_code: null }]);
  free();
  const sent = await inbox.first('delivery.enqueue');
  expect(sent.message_text).toContain('The disk is full.');
  expect(status()).toEqual([{ status: 'failed', error_code: 'quota_exceeded' }]);

  // All goes on as before: the next result is kept whole.
  browser.send(deliveryResult(sent, 'acked'));
  const long = JSON.stringify({ text: 'y'.repeat(20_000) });
  browser.send(finalMessage('a', 'r2', asking(`@conductor::echo::${long}`)));
  const next = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== sent.job_id);
  expect(next.message_text).toContain('@conductor::echo ok');
  expect(conductor.rows('select name from artifacts')).toHaveLength(1);
  expect(inbox.of('delivery.enqueue')).toHaveLength(2);
});

it('what a program says while nothing at all can be written is kept once there is room again', async (context) => {
  const disk = dataDisk();
  if (!disk.canFill) context.skip('only who may mount a disk can fill one');
  mkdirSync(disk.dataDir);
  const [plans] = PLANNER.rules;
  const rule = { on: '# The goal', does: [{ workMs: 1_000 }, ...(plans?.does ?? [])] };
  const planner = { rules: [rule, { on: '', does: [{ silent: true as const }] }] };
  const runs = await programWorld({ planner }, disk.dataDir);
  const { run_id: id } = await runs.start({
    templates: { Planner: 'acp:planner', Executor: 'acp:planner' },
  });
  await runs.reaches(id, 'planning');
  const free = disk.fill();
  const planners = async () => (await runs.shown(id)).workers[0]?.status_snapshot.last_lines;
  await expect.poll(planners).toEqual(['I plan.']);
  // Its turn ends right behind that, and is not kept.
  for (let times = 0; times < 20; times += 1) await planners();
  expect(runs.conductor.rows('select * from instructions')).toEqual([]);
  free();
  await expect.poll(async () => (await runs.shown(id)).plan.length).toBe(2);
});

it('a conductor that finds the disk full at its start says so, and starts when there is room', async (context) => {
  const disk = dataDisk();
  if (!disk.canFill) context.skip('only who may mount a disk can fill one');
  mkdirSync(disk.dataDir);
  const first = await runConductor({}, disk.dataDir);
  await first.stop();
  const free = disk.fill();
  const starting = startConductorProcess({ dataDir: disk.dataDir });
  await expect(starting).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('the disk is full. Make room, then start again.') as string,
  });
  free();
  const again = await startConductorProcess({ dataDir: disk.dataDir });
  await again.stop();
});

it('what a person asks for on a full disk is answered so, readiness too, and both heal by themselves', async (context) => {
  const disk = dataDisk();
  if (!disk.canFill) context.skip('only who may mount a disk can fill one');
  mkdirSync(disk.dataDir);
  const conductor = await runConductor({}, disk.dataDir);
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  const ready = () => fetch(`${conductor.url}/readyz`);
  expect((await ready()).status).toBe(200);

  const free = disk.fill();
  // Before anything was to be written.
  const full = await ready();
  expect([full.status, await full.json()]).toMatchObject([503, { code: 'disk_full', status: 503 }]);
  const path = `/v1/conversations/${id}/messages`;
  for (const [route, body] of [
    [path, { text: 'y'.repeat(30_000) }],
    // Kept as an artifact first.
    [path, { text: 'y'.repeat(900_000) }],
    ['/v1/backups', { file: null }],
    ['/v1/vacuum', undefined],
    // The first thing that is sealed: its key is made before it.
    ['/v1/teams/import', TEAM],
    ['/v1/runs', { goal: 'A changelog.', team: 'pair' }],
  ] as const) {
    const answer = await conductor.admin('POST', route, body);
    expect([route, answer.status, await answer.json()]).toMatchObject([
      route,
      507,
      { code: 'disk_full', remedy: expect.stringContaining('Free space') },
    ]);
  }
  expect((await conductor.admin('GET', `/v1/conversations/${id}`)).status).toBe(200);

  free();
  await vi.waitUntil(async () => (await ready()).status === 200, { timeout: 10_000 });
  expect((await conductor.admin('POST', path, { text: 'Now?' })).ok).toBe(true);
  expect((await conductor.admin('POST', '/v1/teams/import', TEAM)).ok).toBe(true);
});
