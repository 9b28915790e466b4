import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { useAnswer } from '../../store/world.ts';

/** What needs a person, what moves, and what is wrong. */
export function Now(): VNode {
  const { state, again } = useAnswer('getStatus');
  return (
    <Block state={state} again={again}>
      {(status) => <pre>{JSON.stringify(status, null, 2)}</pre>}
    </Block>
  );
}
