import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** What Linux counts processor time in, on every machine that it runs on today. */
const TICKS_A_SECOND = 100;

export interface IdleCost {
  /** Of one core, in percent. */
  readonly cpu_percent: number;
  readonly memory_mb: number;
}

/** What a process takes while nothing is asked of it. Linux alone. */
export async function idleCostOf(pid: number, seconds: number): Promise<IdleCost> {
  const before = ticksOf(pid);
  await pause(seconds * 1_000);
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    cpu_percent: (100 * (ticksOf(pid) - before)) / TICKS_A_SECOND / seconds,
    memory_mb: Number(resident) / 1_024,
  };
}

/** What a process has taken of the processor since it began, in ms. Linux alone. */
export function processorMs(pid: number): number {
  return (1_000 * ticksOf(pid)) / TICKS_A_SECOND;
}

function ticksOf(pid: number): number {
  // Behind the name, which may hold anything: the 12th and 13th are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
