import { setTimeout as pause } from 'node:timers/promises';

/** What a browser promises, or an error once that has taken too long: of pages that die much is never answered. */
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
