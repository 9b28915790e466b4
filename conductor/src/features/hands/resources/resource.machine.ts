import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

export const RESOURCE_STATUSES = [
  'opening',
  'ready',
  'busy',
  'held',
  'detached',
  'parked',
  'closed',
  'failed',
] as const;

export type ResourceStatus = (typeof RESOURCE_STATUSES)[number];

export type ResourceEvent =
  | { readonly type: 'OPENED' }
  | { readonly type: 'OPEN_FAILED' }
  | { readonly type: 'CALL_BEGUN' }
  | { readonly type: 'CALL_ENDED' }
  /** The person gave their own input in the page, or chose "Take over". */
  | { readonly type: 'PERSON_TAKES' }
  | { readonly type: 'PERSON_RETURNS' }
  /** The executor has been away for a lease, or is no longer paired. A lost socket alone changes nothing. */
  | { readonly type: 'EXECUTOR_GONE' }
  /** The executor says after a reconnect that it still holds the resource, or does not. */
  | { readonly type: 'REPORTED' }
  | { readonly type: 'NOT_REPORTED' }
  /** The executor no longer has a pinned page: the next call opens it again. */
  | { readonly type: 'PARK' }
  /** A resource that was opened closes; one that was lent is given back. */
  | { readonly type: 'CLOSE' }
  /** A person took back the grant of its site. */
  | { readonly type: 'REVOKED' };

/** Closed and failed ones stay so: what is opened again is another. Of a pinned page only the page itself went. */
export const resourceMachine = setup({
  types: { events: {} as ResourceEvent },
}).createMachine({
  id: 'resource',
  initial: 'opening',
  states: {
    opening: {
      on: {
        OPENED: 'ready',
        OPEN_FAILED: 'failed',
        EXECUTOR_GONE: 'failed',
        CLOSE: 'closed',
        REVOKED: 'closed',
      },
    },
    ready: {
      on: {
        CALL_BEGUN: 'busy',
        PERSON_TAKES: 'held',
        EXECUTOR_GONE: 'detached',
        PARK: 'parked',
        CLOSE: 'closed',
        REVOKED: 'closed',
      },
    },
    busy: {
      on: {
        CALL_ENDED: 'ready',
        PERSON_TAKES: 'held',
        EXECUTOR_GONE: 'detached',
        PARK: 'parked',
        CLOSE: 'closed',
        REVOKED: 'closed',
      },
    },
    held: {
      on: {
        PERSON_RETURNS: 'ready',
        EXECUTOR_GONE: 'detached',
        PARK: 'parked',
        CLOSE: 'closed',
        REVOKED: 'closed',
      },
    },
    detached: {
      on: {
        REPORTED: 'ready',
        NOT_REPORTED: 'closed',
        PARK: 'parked',
        CLOSE: 'closed',
        REVOKED: 'closed',
      },
    },
    parked: {
      on: { OPENED: 'ready', REPORTED: 'ready', CLOSE: 'closed', REVOKED: 'closed' },
    },
    closed: {},
    failed: { on: { CLOSE: 'closed', REVOKED: 'closed' } },
  },
});

export const resourceTable = tableOf<ResourceStatus, ResourceEvent>(resourceMachine);

/** Tells whether a resource is there, or will be. */
export function isOpen(status: ResourceStatus): boolean {
  return status !== 'closed' && status !== 'failed';
}
