import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Noted = z.object({ pid: z.number(), url: z.url() });

/** A conductor at work, as it noted itself in its data folder. */
export type RunningConductor = z.infer<typeof Noted>;

/** The conductor that works in this data folder now, whoever started it; or null. A note left by a killed one does not count. */
export async function findRunningConductor(dataDir: string): Promise<RunningConductor | null> {
  const noted = readNote(join(dataDir, 'conductor.json'));
  return noted !== null && (await works(noted)) ? noted : null;
}

/** Returns whether the conductor runs: its port or process id may belong to another program by now, hardly both. */
async function works({ pid, url }: RunningConductor): Promise<boolean> {
  if (!isAlive(pid)) return false;
  return fetch(new URL('/healthz', url)).then(
    (response) => response.ok,
    () => false,
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function readNote(file: string): RunningConductor | null {
  try {
    return Noted.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null; // None, or one cut short by a crash.
  }
}
