import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { Deed } from '../store/world.ts';
import { useWorld } from '../store/world.ts';
import { word } from '../words/word.ts';
import { Dialog } from './dialog.tsx';

interface DeedButtonProps {
  readonly deed: Deed;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
  /** The key that does the same. */
  readonly hint?: string;
  readonly kind?: 'main' | 'plain' | 'bad';
  readonly disabled?: boolean;
}

/** Asks first where what is shown may be old, then runs. */
export function useSure(): { sure: (run: () => void) => void; question: VNode | null } {
  const { live } = useWorld();
  const [run, setRun] = useState<(() => void) | null>(null);
  return {
    sure(wanted) {
      if (live.state.value.kind === 'live') wanted();
      else setRun(() => wanted);
    },
    question: run && (
      <Dialog title={word('old_title')} onClose={() => setRun(null)}>
        <p>{word('old_text')}</p>
        <div class="buttons">
          <button
            type="button"
            onClick={() => {
              setRun(null);
              run();
            }}
          >
            {word('old_anyway')}
          </button>
          <button type="button" class="plain" onClick={() => setRun(null)}>
            {word('cancel')}
          </button>
        </div>
      </Dialog>
    ),
  };
}

/** A button for something that is done once, and shows that it is under way. */
export function DeedButton(props: DeedButtonProps): VNode {
  const { deed, onPress, children, hint, kind = 'main', disabled = false } = props;
  const { sure, question } = useSure();
  const doing = deed.doing.value;
  const slow = doing.kind === 'waiting' && doing.slow;
  return (
    <>
      <button
        type="button"
        class={kind}
        disabled={disabled || doing.kind === 'waiting'}
        aria-busy={doing.kind === 'waiting'}
        aria-keyshortcuts={hint}
        onClick={() => sure(onPress)}
      >
        {doing.kind === 'waiting' ? '…' : children}
        {hint !== undefined && <kbd aria-hidden="true">{hint}</kbd>}
      </button>
      {slow && (
        <p class="soft" role="status">
          {word('no_answer_yet')} <a href="/trail">{word('place_trail')}</a>
        </p>
      )}
      {question}
    </>
  );
}
