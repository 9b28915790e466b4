import { pino } from 'pino';

import { readConfig } from '../../conductor/src/config.ts';
import { startConductor } from '../../conductor/src/conductor.ts';

/** Steps that time alone brings. */
const TICKING = new Set([
  'dispatch deliveries',
  'sweep deadlines',
  'find due renewals',
  'find drained',
  'expired approvals',
]);

/**
 * The real conductor, which kills itself with SIGKILL right after its n-th commit (KILL_AT=n; 0: never):
 * nothing that would follow the commit happens.
 */
const asked = readConfig(process.argv.slice(2), {});
if (!asked.ok || asked.value.help) throw new Error('wrong flags');
const killAt = Number(process.env['KILL_AT'] ?? 0);
let commits = 0;
const conductor = await startConductor(asked.value.config, pino({ level: 'silent' }), {
  committed(steps) {
    if (steps.every((step) => TICKING.has(step))) return;
    commits += 1;
    if (commits === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${JSON.stringify({ event: 'listening', url: conductor.url })}\n`);
process.on('SIGTERM', () => {
  conductor.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
