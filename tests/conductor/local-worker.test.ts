import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createLocalWorker, type LocalWorker } from '../../conductor/src/local-worker.ts';
import { newestProgram } from '../../launcher/newest-program.mjs';
import { BareConductor } from '../kit/bare-conductor.ts';

interface World {
  readonly conductor: BareConductor;
  readonly make: (roots?: readonly string[]) => LocalWorker;
  readonly warnings: object[];
  readonly infos: object[];
  now: number;
}

async function world(program = [newestProgram('worker/main.ts')]): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'local-worker-'));
  const conductor = new BareConductor();
  await conductor.listen(dataDir);
  const made: LocalWorker[] = [];
  const all: World = {
    conductor,
    now: 0,
    warnings: [],
    infos: [],
    make(roots = []) {
      const worker = createLocalWorker({
        dataDir,
        offerCode: () => 'code',
        roots: () => roots,
        log: {
          info: (fields) => void all.infos.push(fields),
          warn: (fields) => void all.warnings.push(fields),
        },
        steadyNow: () => all.now,
        random: () => 1,
        program,
      });
      made.push(worker);
      return worker;
    },
  };
  onTestFinished(async () => {
    await Promise.all(made.map((one) => one.stop()));
    await conductor.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return all;
}

test('the local worker is started once, however often it is needed, and ends with its conductor', async () => {
  const { conductor, make } = await world();
  const worker = make();
  worker.start();
  worker.start();
  const { capabilities } = await conductor.first('resource.report');
  expect(capabilities.adapters).toContain('process');
  worker.start();
  expect(conductor.paired).toHaveLength(1);
  await worker.stop();
  worker.start();
  expect(conductor.frames.filter(({ type }) => type === 'resource.report')).toHaveLength(1);
});

test('a second start with the same folder leaves the worker of the first alone', async () => {
  const { conductor, make, warnings, infos } = await world();
  make().start();
  await conductor.first('resource.report');
  make().start();
  await expect.poll(() => infos).toHaveLength(1);
  expect(warnings).toEqual([]);
  expect(conductor.frames).toHaveLength(1);
});

test('the worker of a conductor that died ends where the one that goes on with it is stopped', async () => {
  const { conductor, make, warnings } = await world();
  make().start();
  await conductor.first('resource.report');
  conductor.leave();
  await expect.poll(() => warnings).toMatchObject([{ code: 0 }]);
});

test('a worker that fails is started again no sooner than it may be', async () => {
  const all = await world(['-e', 'process.exit(1)']);
  const worker = all.make();
  worker.start();
  await expect.poll(() => all.warnings).toHaveLength(1);
  worker.start();
  all.now = 499;
  worker.start();
  all.now = 500;
  worker.start();
  await expect.poll(() => all.warnings).toMatchObject([{ failures: 1 }, { failures: 2 }]);
});

test('terminals and services run in the folders that a person named, and in no other', async () => {
  const { conductor, make } = await world();
  const root = mkdtempSync(join(tmpdir(), 'local-worker-root-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  make([root]).start();
  await conductor.first('resource.report');
  const open = (cwd: string, at: number): ReturnType<typeof conductor.call> =>
    conductor.call('service.open', `service_chat_${at}`, {
      command: 'echo ready; sleep 60',
      cwd,
      ready: { text: 'ready' },
    });
  expect(await open(tmpdir(), 0)).toMatchObject({
    ok: false,
    error_message: expect.stringContaining('outside of the folders') as string,
  });
  expect(await open(root, 1)).toMatchObject({ ok: true });
});
