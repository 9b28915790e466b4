import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { checkMachine } from '../checks/check-machine.ts';
import { checkServer } from '../checks/check-server.ts';
import { checkService } from '../checks/check-service.ts';
import { command, guarded } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { createOutput } from '../output.ts';
import { serverUrl } from '../server-url.ts';
import { safeText } from '../terminal-text.ts';

export function doctorCommand(): CommandUnknownOpts {
  return command('doctor', 'check every part of the setup, and say how to fix what fails')
    .option(
      '--server <url>',
      'https address of a conductor elsewhere, to check as well (SERVER_URL)',
    )
    .action(({ server, ...options }) =>
      guarded(options, async () => {
        const out = createOutput(options.json === true);
        const isElsewhere = server !== undefined || process.env['SERVER_URL'] !== undefined;
        const checks = [
          ...checkMachine(options),
          ...(await checkService(options)),
          ...(isElsewhere ? [await checkServer(serverUrl(server), Date.now())] : []),
        ];
        out.document({ ok: checks.every((one) => one.state !== 'fail'), checks });
        const marks = {
          ok: out.paint.green('✓'),
          warn: out.paint.yellow('!'),
          fail: out.paint.red('✗'),
        };
        for (const { name, state, text, mend } of checks) {
          out.say(`${marks[state]} ${name}: ${safeText(text, 'line')}`);
          if (mend !== null && !text.includes(mend)) out.say(`    ${safeText(mend, 'line')}`);
        }
        if (checks.some((one) => one.state === 'fail')) process.exitCode = EXIT.fault;
      }),
    );
}
