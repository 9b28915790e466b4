import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Running = z.object({ pid: z.number(), conductor: z.url(), playground: z.url() });

/** A Baton at work, as it noted itself in its data folder. */
export type Running = z.infer<typeof Running>;

/** The Baton that works in this data folder now, or null. A note left by a killed one does not count. */
export async function findRunning(dataDir: string): Promise<Running | null> {
  const noted = readNote(dataDir);
  if (noted === null) return null;
  // Its port may be another program's by now, and so may its number; hardly both.
  if (!isAlive(noted.pid)) return null;
  const alive = await fetch(new URL('/healthz', noted.conductor)).then(
    (response) => response.ok,
    () => false,
  );
  return alive ? noted : null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Notes this process; returns what removes the note again. */
export function noteRunning(dataDir: string, running: Running): () => void {
  writeFileSync(noteFile(dataDir), JSON.stringify(running), { mode: 0o600 });
  return () => rmSync(noteFile(dataDir), { force: true });
}

function readNote(dataDir: string): Running | null {
  try {
    return Running.parse(JSON.parse(readFileSync(noteFile(dataDir), 'utf8')));
  } catch {
    return null; // None, or one cut short by a crash.
  }
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'running.json');
}
