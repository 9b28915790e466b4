import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { word } from '../../words/word.ts';

type ResourceStatus = ResponseOf<'getResource'>['status'];
type CallStatus = ResponseOf<'getCall'>['status'];

const OF_RESOURCE: Readonly<Record<ResourceStatus, Tone>> = {
  opening: 'busy',
  ready: 'good',
  busy: 'busy',
  held: 'soft',
  detached: 'bad',
  parked: 'soft',
  closed: 'soft',
  failed: 'bad',
};

const OF_CALL: Readonly<Record<CallStatus, Tone>> = {
  proposed: 'soft',
  waiting: 'soft',
  queued: 'busy',
  dispatched: 'busy',
  begun: 'busy',
  succeeded: 'good',
  failed: 'bad',
  unknown: 'bad',
};

/** How a page, terminal or service stands. */
export function ResourceState({ status }: { readonly status: ResourceStatus }): VNode {
  return <Mark tone={OF_RESOURCE[status]}>{word(`resource_${status}`)}</Mark>;
}

/** How a call stands. */
export function CallState({ status }: { readonly status: CallStatus }): VNode {
  return <Mark tone={OF_CALL[status]}>{word(`call_${status}`)}</Mark>;
}

/** May a call still be stopped? */
export function isGoing(status: CallStatus): boolean {
  return !['succeeded', 'failed', 'unknown'].includes(status);
}
