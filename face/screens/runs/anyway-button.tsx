import type { VNode } from 'preact';

import { DeedButton } from '../../parts/deed-button.tsx';
import type { Deed } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** Sends what could do harm, which the conductor sends only when confirmed. Absent until it was refused for that. */
export function AnywayButton({
  deed,
  whom,
  onPress,
}: {
  readonly deed: Deed;
  readonly whom: string;
  readonly onPress: () => void;
}): VNode | null {
  const doing = deed.doing.value;
  if (doing.kind !== 'failed' || doing.error.code !== 'risk_unconfirmed') return null;
  return (
    <DeedButton deed={deed} kind="bad" onPress={onPress}>
      {word('run_anyway', whom)}
    </DeedButton>
  );
}
