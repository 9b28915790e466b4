import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { newestProgram } from './newest-program.mjs';
import { ROOT } from './root.ts';

/**
 * Opens the web UI of the Baton that works with a data folder already, by `baton open`: as that person's own program, signed
 * in. Without a window it says the digits to type in instead.
 *
 * @returns the exit code of that command
 */
export async function openRunning(dataDir: string, headless: boolean): Promise<number> {
  const asked = ['open', ...(headless ? ['--code'] : []), '--data-dir', dataDir];
  const child = spawn(process.execPath, [newestProgram('conductor/src/cli/main.ts'), ...asked], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'close');
  return child.exitCode ?? 1;
}
