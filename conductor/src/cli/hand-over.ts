import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import { EXIT } from './exit-codes.ts';

/**
 * Another program of ours takes this one's place, streams and signals. `args` are those of `node`.
 *
 * @param said All that it reads on its standard input, where that is not this one's: a secret stands in no argument.
 */
export async function handOver(args: readonly string[], said?: string): Promise<void> {
  const stdin = said === undefined ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, args, { stdio: [stdin, 'inherit', 'inherit'] });
  child.stdin?.end(said);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  const { promise, resolve: ended } = Promise.withResolvers<number>();
  child.once('close', (code, signal) =>
    ended(signal === null ? (code ?? EXIT.fault) : 128 + constants.signals[signal]),
  );
  process.exitCode = await promise;
}
