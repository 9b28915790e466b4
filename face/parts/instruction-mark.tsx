import type { VNode } from 'preact';

import type { Kinds } from '../store/rows.ts';
import { word } from '../words/word.ts';
import { Mark, type Tone } from './mark.tsx';

type Status = Kinds['instruction']['status'];

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'soft',
  awaiting_approval: 'busy',
  ready: 'busy',
  running: 'busy',
  succeeded: 'good',
  failed: 'bad',
  outcome_unknown: 'bad',
};

/** How an action stands. */
export function InstructionMark({ status }: { readonly status: Status }): VNode {
  return <Mark tone={TONES[status]}>{word(`action_${status}`)}</Mark>;
}
