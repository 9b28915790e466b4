import type { Kit, Running } from '../../engine/feature.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';

/** Requests that name themselves, handled once. */
export function startIdempotency({ store, read, now }: Kit): Running<Idempotency> {
  return { provides: createIdempotency(store, read, now) };
}
