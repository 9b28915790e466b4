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

/** How far a delivery is. */
export function JobState({ status }: { readonly status: Job['status'] }): VNode {
  return <Mark tone={TONES[status]}>{word(`job_${status}`)}</Mark>;
}
