import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Browser } from 'puppeteer-core';

export const CLOSE_LIMIT_MS = 10_000;

/** Resolves when the process has ended, at once when it already has. */
export async function processEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Asks the browser to end, waits, and ends its process group by force when it does not. */
export async function closeBrowser(browser: Browser, child: ChildProcess): Promise<void> {
  const ended = processEnd(child);
  const limit = setTimeout(() => killGroup(child), CLOSE_LIMIT_MS);
  try {
    // A browser the person closed a moment ago refuses to be closed again; its end is what counts.
    await browser.close().catch(() => undefined);
    await ended;
  } finally {
    clearTimeout(limit);
  }
}

/** Asks a process that leads a group to end, waits, and ends the group by force when it does not. */
export async function endInOrder(child: ChildProcess, limitMs: number): Promise<void> {
  const ended = processEnd(child);
  child.kill('SIGTERM');
  const limit = setTimeout(() => killGroup(child), limitMs);
  await ended;
  clearTimeout(limit);
}

/** A process that leads a group ends with this one at the latest. */
export function endWithUs(child: ChildProcess): void {
  const killWithUs = (): void => killGroup(child);
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
}

/** Ends a process that leads a group, with every process in that group. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group ended between the check and the signal, which is what was wanted.
  }
}
