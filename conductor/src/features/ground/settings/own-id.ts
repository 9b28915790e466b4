import { createHash } from 'node:crypto';

import type { Caller } from '../../../../../shared/api/operation.ts';
import type { IdSource } from '../../../engine/runtime.ts';

/**
 * The id of what a request makes. One that names itself makes the same again: what was made of it stands in the store before
 * its answer does, and is found there by whoever repeats it once the conductor has died between the two. An id is written in
 * plain beside texts that are sealed: without the seed none of them can be tried by it.
 *
 * @param request All that it asks for: under the same key another one makes another thing.
 */
export function ownId(
  { idSeed }: Pick<Caller, 'idSeed'>,
  request: readonly unknown[],
  newId: IdSource,
): string {
  if (idSeed === null) return newId(); // guard: named-once
  const named = JSON.stringify([idSeed, ...request]);
  return createHash('sha256').update(named).digest('hex').slice(0, 32);
}
