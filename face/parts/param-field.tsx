import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

import { steeringShown } from '../../shared/lib/visible-text.ts';
import { word } from '../words/word.ts';
import type { Field } from './params-fields.ts';
import type { FieldFault } from './params-texts.ts';
import { Visible } from '../../look/visible.tsx';

interface ParamFieldProps {
  readonly field: Field;
  /** Null: the param is left out. */
  readonly text: string | null;
  readonly fault: FieldFault | null;
  readonly onText: (text: string | null) => void;
  readonly onAdd: () => void;
}

/** One param of a tool as a field of its kind. One that is not needed can be left out, and added. */
export function ParamField({ field, text, fault, onText, onAdd }: ParamFieldProps): VNode {
  const id = useId();
  const { name, help, needed } = field;
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>
          <code>{steeringShown(name)}</code>
        </label>
        {needed && <span class="soft small">{word('params_required')}</span>}
        {text === null ? (
          <button type="button" class="link small" onClick={onAdd}>
            {word('params_add', steeringShown(name))}
          </button>
        ) : (
          !needed && (
            <button type="button" class="link small" onClick={() => onText(null)}>
              {word('params_leave_out', steeringShown(name))}
            </button>
          )
        )}
      </div>
      {help !== '' && (
        <p class="soft small" id={`${id}-help`}>
          <Visible text={help} />
        </p>
      )}
      {text !== null && (
        <Input
          id={id}
          field={field}
          text={text}
          onText={onText}
          invalid={fault !== null}
          describedBy={fault === null ? `${id}-help` : `${id}-fault`}
        />
      )}
      {fault !== null && (
        <p class="fault" id={`${id}-fault`}>
          {word(`params_${fault}`)}
        </p>
      )}
    </div>
  );
}

function Input({
  id,
  field: { kind, choices },
  text,
  onText,
  invalid,
  describedBy,
}: {
  readonly id: string;
  readonly field: Field;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly invalid: boolean;
  readonly describedBy: string;
}): VNode {
  const shared = {
    id,
    value: text,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onText(currentTarget.value),
  };
  if (kind === 'boolean' || kind === 'choice') {
    const values =
      kind === 'boolean' ? ['true', 'false'] : choices.map((one) => JSON.stringify(one));
    return (
      <select {...shared}>
        {values.map((value) => (
          <option key={value} value={value}>
            {steeringShown(value)}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'number' || kind === 'integer') return <input {...shared} inputMode="decimal" />;
  return <textarea {...shared} class={kind === 'text' ? undefined : 'mono'} spellcheck={false} />;
}
