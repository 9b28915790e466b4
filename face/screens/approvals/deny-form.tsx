import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { DeedButton } from '../../parts/deed-button.tsx';
import { useFormKeys } from '../../parts/form-keys.ts';
import { draftOf } from '../../store/drafts.ts';
import type { Kinds } from '../../store/rows.ts';
import { word } from '../../words/word.ts';
import type { Answering } from './use-answering.ts';

export interface AnswerFormProps {
  readonly approval: Kinds['approval'];
  readonly answering: Answering;
  readonly onClose: () => void;
}

/** No, and why: the assistant reads the reason. */
export function DenyForm({ approval, answering, onClose }: AnswerFormProps): VNode {
  const reason = draftOf(`deny ${approval.approval_id}`);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const deny = (): void => {
    const said = reason.peek().trim();
    void answering.answer({ decision: 'deny', reason: said === '' ? null : said });
  };
  const keys = useFormKeys({ send: deny, close: onClose });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        deny();
      }}
      onKeyDown={keys.onKeyDown}
    >
      <label>
        {word('deny_reason')}
        <textarea
          ref={field}
          maxLength={2_000}
          value={reason.value}
          onInput={(event) => (reason.value = event.currentTarget.value)}
        />
      </label>
      <div class="buttons">
        <DeedButton deed={answering.deed} kind="bad" hint="Ctrl+Enter" onPress={deny}>
          {word('deny_now')}
        </DeedButton>
        <button type="button" class="plain" onClick={onClose}>
          {word('back')}
        </button>
      </div>
      {keys.question}
    </form>
  );
}
