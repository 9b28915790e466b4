import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { isWorkerOrigin } from '../../shared/model/worker-origin.ts';
import { BareConductor } from '../kit/bare-conductor.ts';
import { executorContract, type ExecutorUnderTest } from '../kit/executor-contract.ts';
import { type RunningWorker, startWorkerProcess } from '../kit/running-worker.ts';

interface World extends ExecutorUnderTest {
  readonly dir: string;
  readonly worker: RunningWorker;
  /** Starts a second one with the same folder. */
  readonly start: () => RunningWorker;
}

async function begin(): Promise<World & { end(): Promise<void> }> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'worker-')));
  const conductor = new BareConductor();
  const conductorDir = join(dir, 'conductor');
  await conductor.listen(conductorDir);
  const run = (): RunningWorker =>
    startWorkerProcess(
      join(dir, 'data'),
      { conductorDir, code: 'code', roots: [dir] },
      { HOME: dir },
    );
  const file = join(dir, 'traces');
  const world = {
    dir,
    conductor,
    worker: run(),
    start: run,
    name: (index: number) => `terminal_chat_${index}`,
    open: async (resourceId: string) => {
      const opened = await conductor.call('terminal.open', resourceId, { shell: '/bin/bash' });
      expect(opened).toMatchObject({ ok: true, begun: true });
    },
    act: { tool: 'terminal.run', args: { command: 'echo done >> traces' } },
    traces: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0),
    last: { tool: 'terminal.run', args: { command: 'sleep 60' } },
    async crash() {
      await world.worker.stop('SIGKILL');
      world.worker = run();
    },
    async end() {
      await world.worker.stop();
      await conductor.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  await conductor.first('resource.report');
  return world;
}

/** One of its own. */
async function start(): Promise<World> {
  const world = await begin();
  onTestFinished(() => world.end());
  return world;
}

let shared: Promise<Awaited<ReturnType<typeof begin>>> | null = null;
let names = 0;

/** The one that several tests use, under names of their own. */
async function share(): Promise<World> {
  const world = await (shared ??= begin());
  const [from, before] = [(names += 10), world.traces()];
  return {
    ...world,
    name: (index) => `terminal_chat_${from + index}`,
    traces: () => world.traces() - before,
    crash: () => world.crash(),
  };
}

afterAll(async () => (await shared)?.end());

describe('a worker', () => executorContract(share));

test('a worker pairs once, under an Origin that no page has, and tells what it can hold', async () => {
  const { conductor, crash } = await start();
  const report = await conductor.first('resource.report');
  expect(report).toMatchObject({
    complete: true,
    resources: [],
    capabilities: { adapters: expect.arrayContaining(['pty', 'process']), trusted_input: false },
  });
  await crash();
  await conductor.first('resource.report', (frame) => frame.seq > report.seq);
  expect(conductor.paired).toHaveLength(1);
  expect(conductor.paired.every(isWorkerOrigin)).toBe(true);
});

test('a worker that is known no more pairs anew, and ends where it may not', async () => {
  const { conductor, worker } = await start();
  conductor.knowsToken = false;
  conductor.cut();
  const { child } = worker;
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  expect(await worker.said).toContain('The code is used.⟨U+001B⟩[2J⟨U+202E⟩');
});

test('of two workers with one folder the second says so and ends', async () => {
  const { start: again } = await start();
  const second = again();
  const code = await new Promise((resolve) => second.child.once('close', resolve));
  expect(code).toBe(4);
  expect(await second.said).toContain('A worker runs already');
});

test('what died with a worker is said to be closed, with the reason', async () => {
  const { conductor, open, name, crash } = await start();
  await open(name(0));
  await crash();
  const report = await conductor.first('resource.report', ({ resources }) =>
    resources.some(({ status }) => status === 'closed'),
  );
  expect(report.resources).toMatchObject([
    { resource_id: name(0), status: 'closed', reason: expect.stringContaining('worker ended') },
  ]);
});

test('a worker that is stopped ends what it holds, and says so', async () => {
  const { conductor, open, name, worker, dir } = await start();
  await open(name(0));
  await conductor.call('terminal.run', name(0), { command: 'sleep 300 & echo $! > pid' });
  const pid = Number(readFileSync(join(dir, 'pid'), 'utf8'));
  expect(await worker.stop()).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test('a service is told ready by its port, keeps its last lines, and ends with its worker however that ends', async () => {
  const { conductor, dir, worker } = await start();
  writeFileSync(
    join(dir, 'server.mjs'),
    `import { createServer } from 'node:http';
     const server = createServer().listen(0, '127.0.0.1', () => console.log('port', server.address().port, process.pid));`,
  );
  const service = 'service_chat_0';
  const command = `${process.execPath} server.mjs`;
  const opened = await conductor.call('service.open', service, {
    command,
    ready: { text: 'port' },
  });
  expect(opened).toMatchObject({ ok: true, result: { ready: true, resource: service } });
  const logs = await conductor.call('service.logs', service);
  expect(logs.result).toMatchObject({ running: true, from: 0, next: 1 });
  const [, port, pid] = /^port (\d+) (\d+)$/.exec(String(logs.result?.['output'])) ?? [];
  expect(
    await conductor.call('service.open', 'service_chat_1', {
      command: 'true',
      ready: { port: Number(port) },
    }),
  ).toMatchObject({ ok: false, error_code: 'invalid_params' });
  await worker.stop('SIGKILL');
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
});

test('a service that ends before it is ready says what it said last', async () => {
  const { conductor } = await share();
  const opened = await conductor.call('service.open', 'service_chat_0', {
    command: 'echo broken; exit 3',
    ready: { port: 9 },
  });
  expect(opened).toMatchObject({
    ok: false,
    error_code: 'tool_failed',
    result: { exit_code: 3, output: 'broken' },
  });
});

test('a service is started again when it ends, if that was asked, until it is closed', async () => {
  const { conductor, dir } = await share();
  const command = 'echo began; echo x >> began; sleep 0.1';
  await conductor.call('service.open', 'service_chat_0', { command, restart: true });
  await expect.poll(() => readFileSync(join(dir, 'began'), 'utf8').length).toBeGreaterThan(3);
  conductor.send({ type: 'resource.close', resource_id: 'service_chat_0' });
  expect(await conductor.call('service.logs', 'service_chat_0')).toMatchObject({
    error_code: 'resource_closed',
  });
});

/** Tells whether a process runs. An ended one may wait to be asked for its exit code. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
