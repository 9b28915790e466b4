import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Diff } from '../../parts/diff.tsx';
import { useFormKeys } from '../../parts/form-keys.ts';
import { ParamsForm } from '../../parts/params-form.tsx';
import type { JsonObject } from '../../parts/params-fields.ts';
import { draftOf } from '../../store/drafts.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import type { AnswerFormProps } from './deny-form.tsx';

/** Yes, with other params: the form of the tool, and what differs from what was asked. */
export function EditForm(props: AnswerFormProps): VNode {
  const { local_conversation_id: conversation, instruction } = props.approval;
  const [target] = (instruction.action ?? '').split('::');
  const query = { conversation, ...(target !== undefined && target !== '' && { target }) };
  const { state, again } = useAnswer('listTools', { query });
  return (
    <Block state={state} again={again}>
      {({ items }) => {
        const tool = items.find(({ id }) => id === instruction.action);
        return <Editing {...props} schema={tool?.params_schema ?? null} />;
      }}
    </Block>
  );
}

function Editing({
  approval,
  answering,
  onClose,
  schema,
}: AnswerFormProps & { readonly schema: JsonObject | null }): VNode {
  const asked = approval.instruction.params;
  const draft = draftOf(`edit ${approval.approval_id}`);
  const [begun] = useState(() => kept(draft.peek()) ?? asked);
  const [params, setParams] = useState<JsonObject | null>(begun);
  const form = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      form.current
        ?.querySelector<HTMLElement>('[role="tabpanel"] :is(textarea, input, select)')
        ?.focus(),
    [],
  );
  const change = (next: JsonObject | null): void => {
    setParams(next);
    if (next !== null) draft.value = JSON.stringify(next);
  };
  const allow = (): void => {
    if (params !== null) void answering.answer({ decision: 'approve', params });
  };
  const keys = useFormKeys({ send: allow, close: onClose });
  return (
    <div ref={form} class="stack" onKeyDown={keys.onKeyDown}>
      <ParamsForm schema={schema} params={begun} onChange={change} />
      {params !== null && (
        <Diff label={word('edit_diff')} before={written(asked)} after={written(params)} />
      )}
      <div class="buttons">
        <DeedButton
          deed={answering.deed}
          disabled={params === null}
          hint="Ctrl+Enter"
          onPress={allow}
        >
          {word('edit_allow_now')}
        </DeedButton>
        <button type="button" class="plain" onClick={onClose}>
          {word('back')}
        </button>
      </div>
      {keys.question}
    </div>
  );
}

function written(params: JsonObject): string {
  return JSON.stringify(params, null, 2);
}

function kept(draft: string): JsonObject | null {
  try {
    return draft === '' ? null : (JSON.parse(draft) as JsonObject);
  } catch {
    return null;
  }
}
