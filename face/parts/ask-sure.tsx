import type { ComponentChildren, VNode } from 'preact';

import type { Deed } from '../store/world.ts';
import { word } from '../words/word.ts';
import { DeedButton } from './deed-button.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface AskSureProps {
  readonly title: string;
  /** The verb on the button that does it. */
  readonly says: string;
  readonly deed: Deed;
  readonly onSure: () => void;
  readonly onClose: () => void;
  /** Consequences for the person. */
  readonly children: ComponentChildren;
}

/** Asks before something that cannot be taken back; where it fails, it says so and stays open. */
export function AskSure({ title, says, deed, onSure, onClose, children }: AskSureProps): VNode {
  const doing = deed.doing.value;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton deed={deed} kind="bad" onPress={onSure}>
          {says}
        </DeedButton>
        <button type="button" class="plain" onClick={onClose}>
          {word('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
