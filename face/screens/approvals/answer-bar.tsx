import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { DeedButton, useSure } from '../../parts/deed-button.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import type { Kinds } from '../../store/rows.ts';
import { useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { asksAnyway } from './asks-anyway.ts';
import { AlwaysForm } from './always-form.tsx';
import { DenyForm } from './deny-form.tsx';
import { EditForm } from './edit-form.tsx';
import { useAnswering } from './use-answering.ts';

type Form = 'edit' | 'deny' | 'always';

/** Answers to an action that waits for a permission: at once, or by a form that opens below. */
export function AnswerBar({
  approval,
  isShown,
  onAnswered,
}: {
  readonly approval: Kinds['approval'];
  /** true: the action is on the screen; nothing can be answered before. */
  readonly isShown: boolean;
  readonly onAnswered: () => void;
}): VNode | null {
  const { instruction, decision } = approval;
  const [form, open] = useState<Form | null>(null);
  const answering = useAnswering(approval, onAnswered);
  const cancelling = useDeed();
  const { sure, question } = useSure();
  const mayAnswer = useMay('answer');
  const mayAll = useMay('full');

  const isOpen = decision === 'open';
  const isReady = isOpen && mayAnswer && isShown && answering.ready; // guard: preview-shown-first
  // A rule would let the next one run unseen.
  const offersAlways = mayAll && !asksAnyway(approval) && instruction.risk !== 'high';
  const allow = (): void => void answering.answer({ decision: 'approve' });
  useKeys(
    'place_approvals',
    isReady && form === null
      ? [
          { keys: 'y', says: 'allow', run: () => sure(allow) },
          ...(mayAll ? [{ keys: 'e', says: 'edit_allow', run: () => open('edit') } as const] : []),
          { keys: 'd', says: 'deny', run: () => open('deny') },
          ...(offersAlways
            ? [{ keys: 'w', says: 'always', run: () => open('always') } as const]
            : []),
        ]
      : [],
  );

  async function cancel(): Promise<void> {
    const params = { id: instruction.instruction_id };
    const cancelled = await cancelling.run('cancelInstruction', { params });
    if (cancelled?.ok === true) onAnswered();
  }

  if (isOpen && !mayAnswer) return <p class="soft">{word('may_only_look')}</p>;
  const shared = { approval, answering, onClose: () => open(null) };
  const failed = [answering.deed, cancelling].map(({ doing }) => doing.value);
  return (
    <>
      {isOpen && form === null && (
        <div class="buttons">
          <DeedButton deed={answering.deed} hint="y" disabled={!isReady} onPress={allow}>
            {word('allow')}
          </DeedButton>
          {mayAll && (
            <Opens says="edit_allow" hint="e" disabled={!isReady} onPress={() => open('edit')} />
          )}
          <Opens says="deny" hint="d" bad disabled={!isReady} onPress={() => open('deny')} />
          {offersAlways && (
            <Opens says="always" hint="w" disabled={!isReady} onPress={() => open('always')} />
          )}
          <DeedButton
            deed={cancelling}
            kind="plain"
            disabled={!isReady}
            onPress={() => void cancel()}
          >
            {word('cancel_action')}
          </DeedButton>
        </div>
      )}
      {isOpen && form === 'deny' && <DenyForm {...shared} />}
      {isOpen && form === 'edit' && <EditForm {...shared} />}
      {isOpen && form === 'always' && <AlwaysForm {...shared} />}
      {isOpen && failed.map((one) => one.kind === 'failed' && <Problem error={one.error} />)}
      {question}
    </>
  );
}

function Opens({
  says,
  hint,
  bad = false,
  disabled,
  onPress,
}: {
  readonly says: 'edit_allow' | 'deny' | 'always';
  readonly hint: string;
  readonly bad?: boolean;
  readonly disabled: boolean;
  readonly onPress: () => void;
}): VNode {
  return (
    <button
      type="button"
      class={bad ? 'bad' : 'plain'}
      disabled={disabled}
      aria-keyshortcuts={hint}
      onClick={onPress}
    >
      {word(says)}
      <kbd aria-hidden="true">{hint}</kbd>
    </button>
  );
}
