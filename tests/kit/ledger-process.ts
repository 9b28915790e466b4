import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { defineTool, textResult } from '../../conductor/src/features/heart/actions/tools/tool.ts';
import { openLedger } from './ledger-world.ts';

/**
 * A process with the real ledger in a folder, and a tool whose effect is a line in `effects.txt` there. The second
 * argument says where it kills itself with SIGKILL: `before` the effect, `after` it, or `never`; then it runs until its
 * reply is answered or nothing is left to run, and says so on standard output.
 */
const [dir = '.', killAt = 'never'] = process.argv.slice(2);

const write = (name: 'once' | 'again', idempotent: boolean) =>
  defineTool({
    id: `test::${name}`,
    params: z.strictObject({}),
    risk: 'low',
    idempotent,
    help: 'Leaves a line.',
    run: () => {
      if (killAt === 'before') process.kill(process.pid, 'SIGKILL');
      appendFileSync(join(dir, 'effects.txt'), `${name}\n`);
      if (killAt === 'after') process.kill(process.pid, 'SIGKILL');
      return textResult(`${name} done`);
    },
  });

const ledger = openLedger(dir, [write('once', false), write('again', true)]);
if (ledger.statuses().length === 0) await ledger.reply(process.argv[4] ?? 'once');
else await ledger.recover();
while (ledger.deliveries().length === 0 && ledger.rows(`select 1 from approvals`).length === 0)
  await new Promise((resolve) => void setImmediate(resolve));
await ledger.close();
