import type { VNode } from 'preact';

import type { Kinds } from '../store/rows.ts';
import { word } from '../words/word.ts';
import { Mark, type Tone } from './mark.tsx';

type Job = Kinds['job'];

const TONES: Readonly<Record<Job['status'], Tone>> = {
  pending: 'soft',
  dispatched: 'busy',
  acked: 'busy',
  finalized: 'good',
  retry_wait: 'busy',
  failed: 'bad',
};

/** How far a delivery is; `alone`: no chat's name follows. */
export function JobState({
  status,
  alone = false,
}: {
  readonly status: Job['status'];
  readonly alone?: boolean;
}): VNode {
  return <Mark tone={TONES[status]}>{word(`job_${alone ? 'is_' : ''}${status}`)}</Mark>;
}
