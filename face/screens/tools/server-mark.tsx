import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { word } from '../../words/word.ts';

export type Server = ResponseOf<'listTools'>['servers'][number];

/** Our own tools are of no server: their target stands for one. */
export const OWN = 'conductor';

const TONES: Readonly<Record<Server['state'], Tone>> = {
  idle: 'soft',
  starting: 'busy',
  ready: 'good',
  backoff: 'bad',
  faulty: 'bad',
  disabled: 'soft',
};

export function ServerMark({ state }: Pick<Server, 'state'>): VNode {
  return <Mark tone={TONES[state]}>{word(`server_${state}`)}</Mark>;
}
