import { resolve } from 'node:path';

import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { WORKER, workerDir } from '../../program-files.ts';
import { command, withContext } from '../command.ts';
import { unwrap } from '../context.ts';
import { handOver } from '../hand-over.ts';

/** Holds what chats act on besides pages, until it is stopped. */
export function workerCommand(): CommandUnknownOpts {
  return command('worker', 'hold terminals and services for chats on this machine, until stopped')
    .option('--root <folder...>', 'they may run in these folders alone')
    .action(({ root = [], ...options }) =>
      withContext(options, async ({ api, found }) => {
        const { link } = unwrap(await api.call('offerPairing'));
        const code = new URL(link).hash.replace('#code=', '');
        const said = { url: found.url, code, roots: root.map((folder) => resolve(folder)) };
        await handOver(
          [WORKER, '--data-dir', workerDir(found.dataDir)],
          `${JSON.stringify(said)}\n`,
        );
      }),
    );
}
