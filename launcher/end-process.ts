import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Browser } from 'puppeteer-core';

const CLOSE_LIMIT_MS = 10_000;

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

/** Ends a process that leads a group, with every process in that group. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group ended between the check and the signal, which is what was wanted.
  }
}
