import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../launcher/start-service.ts';
import { startService } from '../../launcher/start-service.ts';
import { isRunning } from '../kit/process-tree.ts';

const LISTENING = `console.log(JSON.stringify({ event: 'listening', url: 'http://127.0.0.1:4321' }));`;

function service(
  script: string,
  before: (logFile: string) => void = () => undefined,
): { started: Promise<Service>; logFile: string } {
  const dir = mkdtempSync(join(tmpdir(), 'baton-service-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const entry = join(dir, 'service.mjs');
  const logFile = join(dir, 'log', 'service.log');
  writeFileSync(entry, script);
  mkdirSync(dirname(logFile));
  before(logFile);
  const started = startService({ name: 'The service', entry, args: ['--a'], logFile });
  return { started, logFile };
}

test('a service is up once it says where it listens, and stops when asked', async () => {
  const { started, logFile } = service(`
    console.error('warming up', process.argv[2]);
    const running = setInterval(() => {}, 1000);
    process.on('SIGTERM', () => { console.error('bye'); clearInterval(running); });
    ${LISTENING}
  `);
  const running = await started;
  expect(running.url).toBe('http://127.0.0.1:4321');
  await running.stop();
  await running.stop();
  await expect.poll(() => readFileSync(logFile, 'utf8')).toBe('warming up --a\nbye\n');
});

test.runIf(process.platform === 'linux')(
  'a service goes on while its log has no room, and is heard again when it has',
  async () => {
    const { started, logFile } = service(
      `console.error('lost');
      const running = setInterval(() => {}, 1000);
      process.on('SIGTERM', () => { console.error('bye'); clearInterval(running); });
      ${LISTENING}`,
      // Each write says that the disk is full.
      (file) => symlinkSync('/dev/full', file),
    );
    const running = await started;
    rmSync(logFile);
    await running.stop();
    await expect.poll(() => readFileSync(logFile, 'utf8')).toContain('bye');
  },
);

test('a service can be killed like by a crash', async () => {
  const running = await service(
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${LISTENING}`,
  ).started;
  await running.kill();
  await running.exited;
  expect(isRunning(running.pid)).toBe(false);
});

test('a service that does not come up is reported with its last words and its exit code', async () => {
  const { started } = service(`console.error('port 1 is taken'); process.exitCode = 4;`);
  await expect(started).rejects.toMatchObject({
    exitCode: 4,
    message: 'The service did not start.\nport 1 is taken',
  });
});

test('a line that only looks like the announcement is not taken for it', async () => {
  const { started } = service(`console.log('{"event":"listening"}'); console.log('{nonsense');`);
  await expect(started).rejects.toThrow('The service did not start.');
});

test.each([
  ['conductor/src/main.ts', ['--json', '--port', '0']],
  ['playground/main.ts', ['--json', '--port', '0']],
])('%s does not outlive a launcher that was killed', async (entry, args) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-orphan-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const starter = new URL('../../launcher/start-service.ts', import.meta.url).href;
  const launcher = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { startService } from ${JSON.stringify(starter)};
     const service = await startService(${JSON.stringify({
       name: 'The service',
       entry,
       args: [...args, '--data-dir', join(dataDir, 'data')],
       logFile: join(dataDir, 'service.log'),
     })});
     console.log(service.pid);`,
  ]);
  const [line] = (await once(createInterface(launcher.stdout), 'line')) as [string];
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  launcher.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
