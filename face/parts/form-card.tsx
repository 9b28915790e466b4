import type { ComponentChildren, VNode } from 'preact';

import type { Deed } from '../store/world.ts';
import { type WordKey, word } from '../words/word.ts';
import { DeedButton } from './deed-button.tsx';
import { useFormKeys } from './form-keys.ts';
import { Problem } from './problem.tsx';

interface FormCardProps {
  readonly title: string;
  readonly deed: Deed;
  /** Words of its button. */
  readonly says: WordKey;
  /** Missing part; null: nothing is missing. */
  readonly lacks: WordKey | null;
  /** true: the wish needs the person's confirmation first, for which the form has a field. */
  readonly isUnsure?: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Something that is written and sent as a whole: by its button or Ctrl+Enter, once nothing is missing; Esc leaves it. */
export function FormCard(props: FormCardProps): VNode {
  const { title, deed, says, lacks, isUnsure = false, onSend, onClose, children } = props;
  const isReady = lacks === null && !isUnsure;
  const send = (): void => {
    if (isReady) onSend();
  };
  const keys = useFormKeys({ send, close: onClose });
  const doing = deed.doing.value;
  return (
    <form
      class="card"
      aria-label={title}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={keys.onKeyDown}
    >
      <h2>{title}</h2>
      {children}
      {lacks !== null && <p class="soft">{word(lacks)}</p>}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton deed={deed} hint="Ctrl+Enter" disabled={!isReady} onPress={send}>
          {word(says)}
        </DeedButton>
        <button type="button" class="plain" onClick={onClose}>
          {word('back')}
        </button>
      </div>
      {keys.question}
    </form>
  );
}
