import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';

/**
 * `npm run security`: all of this folder, with at least 100,000 cases of each fuzzed property and what takes minutes to
 * wait for. Arguments go to vitest; `BATON_FUZZ_CASES` changes the number.
 */
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...(process.argv.length > 2 ? process.argv.slice(2) : ['tests/security']),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { BATON_FUZZ_CASES: '100000', ...process.env, BATON_SECURITY: 'long' },
  },
);
process.exitCode = status ?? 1;
