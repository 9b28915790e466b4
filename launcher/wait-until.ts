import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 150;

export class WaitLimitError extends Error {
  override readonly name = 'WaitLimitError';
}

/**
 * Asks again and again until the answer is not null. For what another process knows and does not announce.
 * `what` completes "Waited 30 s for …".
 */
export async function waitUntil<T>(
  what: string,
  limitMs: number,
  ask: () => Promise<T | null>,
): Promise<T> {
  for (const end = Date.now() + limitMs; ;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() >= end) throw new WaitLimitError(`Waited ${limitMs / 1000} s for ${what}.`);
    await delay(INTERVAL_MS);
  }
}
