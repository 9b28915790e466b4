import module from 'node:module';

import { pino } from 'pino';

import { helpText, readConfig } from './config.ts';
import { cutFields } from './cut-fields.ts';
import { DataDirUnusable } from './data-dir.ts';
import { NotCommitted } from './engine/step.ts';
import { type Conductor, startConductor } from './conductor.ts';
import { KeyOfOthers } from './edges/http/listen-with-tls.ts';
import { logDestination } from './log-destination.ts';
import { DatabaseUnusable } from './stores/sqlite/open-database.ts';

/** Exit codes: 0 stopped as asked, 1 a fault, 2 wrong flags, 3 the data cannot be used, 4 the port is taken. */
const EXIT = { fault: 1, usage: 2, data: 3, port: 4 } as const;

const MEND = {
  store_locked: 'Close that program, then start again.',
  disk_full: 'Make room, then start again.',
  store_gone: 'Put it back, then start again.',
} as const;

/** Starts the conductor as its flags and environment say, and ends the process where it cannot. */
export async function runConductor(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const asked = readConfig(args, env);
  if (!asked.ok)
    fail(EXIT.usage, [
      'The conductor cannot start with these settings:',
      ...asked.error.map((fault) => `  ${fault}`),
    ]);
  if (asked.value.help) {
    process.stdout.write(helpText());
    process.exit(0);
  }
  const { config } = asked.value;
  // A mask that takes the owner's own rights would lock the conductor out of what it makes.
  process.umask(process.umask() & 0o077);

  /** Secrets never reach the log: headers are not logged, and what could hold one is named here. */
  const log = pino(
    {
      level: config.logLevel,
      base: null,
      formatters: { log: cutFields }, // guard: log-short
      redact: ['token', '*.token', 'req.headers', 'frame', '*.frame'],
    },
    logDestination(),
  );

  let conductor: Conductor;
  try {
    conductor = await startConductor(config, log);
  } catch (cause) {
    if (cause instanceof DataDirUnusable || cause instanceof DatabaseUnusable)
      fail(EXIT.data, [cause.message]);
    if (cause instanceof KeyOfOthers) fail(EXIT.usage, [cause.message]);
    if (cause instanceof NotCommitted && cause.code !== 'internal') {
      const text = `Cannot use the data folder ${config.dataDir}: ${cause.message} ${MEND[cause.code]}`;
      fail(EXIT.data, [text]);
    }
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
      fail(EXIT.port, [
        `Port ${config.port} is taken by another program. Choose another with --port, or stop that program.`,
      ]);
    }
    if (cause instanceof Error && 'code' in cause && cause.code === 'EACCES') {
      fail(EXIT.port, [
        `Port ${config.port} may not be used by this user. Choose one above 1023 with --port.`,
      ]);
    }
    log.fatal({ err: cause }, 'the conductor could not start');
    process.exit(EXIT.fault);
  }

  // Before it tells anyone that it listens: whoever hears that may ask it to stop at once.
  let stopping = false;
  function stop(): void {
    if (stopping) return;
    stopping = true;
    conductor.stop().then(
      () => process.exit(0),
      (cause: unknown) => {
        log.error({ err: cause }, 'stopping failed');
        process.exit(EXIT.fault);
      },
    );
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (config.stopWithStdin) process.stdin.resume().on('end', stop);

  if (config.json) {
    process.stdout.write(
      `${JSON.stringify({ event: 'listening', url: conductor.url, data_dir: config.dataDir })}\n`,
    );
  } else {
    const { code, link } = conductor.offerPairing();
    process.stdout.write(
      [
        `The conductor listens on ${conductor.url} and keeps its data in ${config.dataDir}.`,
        `To pair a browser, open ${link}`,
        `or type ${code} into the popup of Baton's extension, or paste the link there (once, within ten minutes).`,
        '',
      ].join('\n'),
    );
  }

  // Whoever waited for the address has it. The next start takes what this one had to compile, however this one ends.
  module.flushCompileCache();
}

function fail(code: number, lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(code);
}
