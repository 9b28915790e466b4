import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  /** The name the kernel shows, which a process may choose itself. */
  readonly name: string;
  readonly commandLine: string;
}

/** All living processes. Reads /proc, so Linux only. */
export function processes(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => readProcess(Number(entry)))
    .filter((entry) => entry !== null);
}

/**
 * All living processes below `rootPid`, itself not included. One whose parent ends at this moment may be missed: it is
 * below another one by the time that it is looked at.
 */
export function descendants(rootPid: number): ProcessEntry[] {
  const all = processes();
  const below = new Set([rootPid]);
  // A child may be listed before its parent, so passes are made until one finds nothing new.
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const { pid, parentPid } of all) if (below.has(parentPid)) below.add(pid);
  }
  return all.filter(({ pid }) => pid !== rootPid && below.has(pid));
}

/** Whether it runs still. */
export function isRunning(pid: number): boolean {
  return readProcess(pid) !== null;
}

/** `kill -9`, and waits until the kernel has no such process any more. */
export async function killHard(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return; // It ended by itself a moment ago.
  }
  while (readProcess(pid) !== null) await delay(5);
}

/** Null where there is no such process, or only its exit code is left of it. */
function readProcess(pid: number): ProcessEntry | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string): string =>
      new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
    if (/^[ZX]/.test(field('State'))) return null;
    return {
      pid,
      parentPid: Number(field('PPid')),
      name: field('Name'),
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    };
  } catch {
    return null;
  }
}
