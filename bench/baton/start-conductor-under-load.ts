import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type ConductorProcess, startConductorProcess } from '../../tests/kit/conductor-process.ts';

/** The conductor in a process of its own, as it is shipped, but for what guards it from a browser that floods it. */
export interface ConductorUnderLoad extends ConductorProcess {
  readonly adminSecret: string;
}

export async function startConductorUnderLoad(dataDir?: string): Promise<ConductorUnderLoad> {
  const args = ['--log-level', 'warn', '--frames-per-second', '1000000'];
  const conductor = await startConductorProcess({
    args,
    ...(dataDir !== undefined && { dataDir }),
  });
  const adminSecret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8').trim();
  // Another one after each start.
  return Object.defineProperty({ ...conductor, adminSecret }, 'pid', { get: () => conductor.pid });
}
