import { createInterface } from 'node:readline';

import { pino } from 'pino';

import { logDestination } from '../conductor/src/log-destination.ts';
import { readArguments, readTold } from './settings.ts';
import { startWorker } from './start-worker.ts';
import { FolderTaken } from './store/worker-store.ts';

/** Exit codes: 0 stopped as asked, 1 a fault, 2 wrong settings, 4 one runs already. */
const EXIT = { fault: 1, usage: 2, taken: 4 } as const;

process.umask(process.umask() & 0o077);
const log = pino({ base: null }, logDestination());

const asked = readArguments(process.argv.slice(2));
if (!asked.ok) fail(EXIT.usage, asked.error);
const lines = createInterface({ input: process.stdin });
const [line = ''] = await Promise.race([firstLine(), end()]);
const told = readTold(line);
if (!told.ok) fail(EXIT.usage, told.error);

try {
  const worker = await startWorker({ ...asked.value, ...told.value }, log);
  if (!worker.ok) fail(EXIT.fault, worker.error);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    worker.value.stop().then(
      () => process.exit(0),
      (cause: unknown) => fail(EXIT.fault, String(cause)),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  void worker.value.ended.then((why) => {
    log.info({ why }, 'ending');
    stop();
  });
} catch (cause) {
  if (cause instanceof FolderTaken) fail(EXIT.taken, cause.message);
  fail(EXIT.fault, cause instanceof Error ? cause.message : String(cause));
}

async function firstLine(): Promise<readonly string[]> {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  lines.once('line', (text) => resolve([text]));
  return promise;
}

async function end(): Promise<readonly string[]> {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  lines.once('close', () => resolve([]));
  return promise;
}

function fail(code: number, text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}
