import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Unit in which Linux counts processor time, on every machine that it runs on today. */
const TICKS_A_SECOND = 100;

export interface IdleCost {
  /** Percentage of one core. */
  readonly cpu_percent: number;
  readonly memory_mb: number;
}

/** Measures the cost of a process while nothing is asked of it. Linux only. */
export async function idleCostOf(pid: number, seconds: number): Promise<IdleCost> {
  const before = ticksOf(pid);
  await pause(seconds * 1_000);
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    cpu_percent: (100 * (ticksOf(pid) - before)) / TICKS_A_SECOND / seconds,
    memory_mb: Number(resident) / 1_024,
  };
}

/** Returns the processor time of a process since it began, in ms. Linux only. */
export function processorMs(pid: number): number {
  return (1_000 * ticksOf(pid)) / TICKS_A_SECOND;
}

function ticksOf(pid: number): number {
  // Behind the name, which may hold anything: the 12th and 13th are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
