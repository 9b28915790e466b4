import { once } from 'node:events';

import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, guarded, wholeNumber } from '../command.ts';
import { createOutput } from '../output.ts';
import { passToServer } from '../pass-to-server.ts';
import { serverUrl } from '../server-url.ts';
import { safeText } from '../terminal-text.ts';

const USUAL_PORT = '7717';

/** Stands at this machine for a conductor on another one, until it is stopped. */
export function linkCommand(): CommandUnknownOpts {
  return command('link', 'let the browser on this machine work with a conductor elsewhere')
    .option('--server <url>', 'its https address (SERVER_URL)')
    .option('--port <port>', 'port at 127.0.0.1 that the extension knows', USUAL_PORT)
    .action(({ server, port, ...options }) =>
      guarded(options, async () => {
        const out = createOutput(options.json === true);
        const to = serverUrl(server);
        const link = await passToServer(to, wholeNumber('--port', port), (text) => {
          process.stderr.write(`${safeText(text, 'line')}\n`);
        });
        out.document({ event: 'listening', url: link.url, server: to.origin });
        out.say(`${link.url} leads to ${to.origin}. Stop it with Ctrl+C.`);
        await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
        await link.close();
      }),
    );
}
