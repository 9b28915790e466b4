import type { Kit, Running } from '../../../../engine/feature.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createResponseSealer } from './sealed-response.ts';

declare module '../../../../engine/feature.ts' {
  interface Given {
    /** Secret of the person's own programs; no backup holds it. */
    readonly adminSecret: string;
  }
}

/** Requests that name themselves, handled once. */
export function startIdempotency(kit: Kit): Running<Idempotency> {
  return { provides: createIdempotency(kit, createResponseSealer(kit.given.adminSecret)) };
}
