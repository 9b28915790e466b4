import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Running = z.object({ pid: z.number(), conductor: z.url(), playground: z.url() });

/** A Baton at work, as it noted itself in its data folder. */
export type Running = z.infer<typeof Running>;

/** The Baton that works in this data folder now, or null. A note left by a killed one does not count. */
export async function findRunning(dataDir: string): Promise<Running | null> {
  const noted = readJson(noteFile(dataDir), Running);
  if (noted === null) return null;
  return (await works(noted.pid, noted.conductor)) ? noted : null;
}

const Conductor = z.object({ pid: z.number(), url: z.url() });

/** The conductor that works in this data folder now, whoever started it, as it noted itself there; or null. */
export async function findRunningConductor(
  dataDir: string,
): Promise<z.infer<typeof Conductor> | null> {
  const noted = readJson(join(dataDir, 'conductor.json'), Conductor);
  return noted !== null && (await works(noted.pid, noted.url)) ? noted : null;
}

/** Its port may be another program's by now, and so may its number; hardly both. */
async function works(pid: number, conductor: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  return fetch(new URL('/healthz', conductor)).then(
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

/** Notes this process; returns what removes the note again. */
export function noteRunning(dataDir: string, running: Running): () => void {
  writeFileSync(noteFile(dataDir), JSON.stringify(running), { mode: 0o600 });
  return () => rmSync(noteFile(dataDir), { force: true });
}

function readJson<T>(file: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null; // None, or one cut short by a crash.
  }
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'running.json');
}
