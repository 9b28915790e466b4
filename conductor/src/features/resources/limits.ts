import type { ResourceType } from '../../../../shared/model/resource-words.ts';
import { verbNamed } from '../../../../shared/verbs/verbs.ts';
import type { JsonObject } from '../../baa/json-value.ts';

/** Of one session, at once. */
export const MAX_OPEN: Readonly<Record<ResourceType, number>> = {
  browser: 8,
  terminal: 4,
  service: 4,
};

/** Calls that wait for one resource, and for all of a session. */
export const MAX_QUEUED = 64;
export const MAX_QUEUED_OF_SESSION = 256;

/** So long a call waits for its turn, and for an executor that is away. */
export const TURN_MS = 600_000;

/** Its executor answers a second before its time is over; after that nobody waits for it much longer. */
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
