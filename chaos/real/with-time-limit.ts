import { setTimeout as pause } from 'node:timers/promises';

/** Awaits a browser's promise, or throws once that takes too long: pages that die leave many promises open. */
export async function withTimeLimit<T>(ms: number, promised: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = pause(ms, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`The browser did not answer in ${ms} ms.`);
  });
  // Whichever comes second is nobody's any more.
  for (const each of [promised, late]) each.catch(() => undefined);
  try {
    return await Promise.race([promised, late]);
  } finally {
    limit.abort();
  }
}
