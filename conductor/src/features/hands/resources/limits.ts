import { verbNamed } from '../../../../../shared/verbs/verbs.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Settings } from '../../ground/settings/feature.ts';

/** Limits on what a session may have open and wait for, and how long; a person sets them. */
export type Limits = Settings['resources'];

/**
 * Milliseconds beyond a call's own timeout. The executor answers a second before the call's time is over; after that,
 * the wait ends soon.
 */
export const GRACE_MS = 5_000;

/** How long a call may run, in milliseconds. */
export function limitOf(tool: string, args: JsonObject): number {
  const own = args['timeout_ms'];
  const patience = typeof own === 'number' ? own : 0;
  const seconds = args['timeout_s'];
  if (typeof seconds === 'number') return seconds * 1_000 + GRACE_MS;
  const limit = verbNamed(tool)?.limitMs ?? null;
  return limit === null ? patience + GRACE_MS : Math.max(limit, patience + GRACE_MS);
}
