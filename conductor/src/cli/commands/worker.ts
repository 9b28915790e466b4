import { join, resolve } from 'node:path';

import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { RESOURCE_TYPES } from '../../../../shared/model/resource-words.ts';
import { dataDirOf } from '../../client/find-conductor.ts';
import { WORKER, workerDir } from '../../program-files.ts';
import { command, guarded, usage, withContext } from '../command.ts';
import { unwrap } from '../context.ts';
import { handOver } from '../hand-over.ts';
import { serverUrl } from '../server-url.ts';

/** Holds what chats act on besides pages, until it is stopped. */
export function workerCommand(): CommandUnknownOpts {
  return command('worker', 'hold browsers, terminals and services for chats, until stopped')
    .option('--root <folder...>', 'terminals and services may run in these folders alone')
    .option('--caps <list>', `what it holds, of ${RESOURCE_TYPES.join(',')}; all without it`)
    .option('--server <url>', 'https address of a conductor on another machine (SERVER_URL)')
    .option('--pair <code>', 'the code of a link of that conductor; needed once')
    .action(async ({ root = [], caps, server, pair, ...options }) => {
      const said = {
        roots: root.map((folder) => resolve(folder)),
        ...(caps !== undefined && { caps: caps.split(',') }),
      };
      if (server !== undefined || process.env['SERVER_URL'] !== undefined) {
        return guarded(options, async () => {
          const { origin, host } = serverUrl(server);
          const folder = join(dataDirOf(options), 'workers', host.replaceAll(/[^\w.-]/g, '_'));
          const code = pair?.replace(/^.*#code=/, '');
          await start(folder, { ...said, url: origin, ...(code !== undefined && { code }) });
        });
      }
      return withContext(options, async ({ api, found }) => {
        if (pair !== undefined) throw usage('--pair: is for a conductor that --server names.');
        const { link } = unwrap(await api.call('offerPairing'));
        const code = new URL(link).hash.replace('#code=', '');
        await start(workerDir(found.dataDir), { ...said, conductorDir: found.dataDir, code });
      });
    });
}

function start(folder: string, said: object): Promise<void> {
  return handOver([WORKER, '--data-dir', folder], `${JSON.stringify(said)}\n`);
}
