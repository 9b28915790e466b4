import type { Kit, Running } from '../../../../engine/feature.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createResponseSealer } from './sealed-response.ts';
import { ADMIN_SECRET } from '../given.ts';

/** Requests that name themselves, handled once. */
export function startIdempotency(kit: Kit): Running<Idempotency> {
  return { provides: createIdempotency(kit, createResponseSealer(kit.given(ADMIN_SECRET))) };
}
