import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';

import { word } from '../words/word.ts';
import { fieldsOf, type JsonObject } from './params-fields.ts';
import { ParamField } from './param-field.tsx';
import { firstText, paramsOf, textsOf } from './params-texts.ts';
import { Tabs } from './tabs.tsx';

interface ParamsFormProps {
  /** Schema of the tool; null: unknown, so each param is JSON. */
  readonly schema: JsonObject | null;
  /** As they are when the form is shown first. */
  readonly params: JsonObject;
  /** `params` is null while something in the form is wrong. */
  readonly onChange: (params: JsonObject | null) => void;
}

/** Params as fields, or all of them as JSON; what is wrong is said at its place while it is written. */
export function ParamsForm({ schema, params, onChange }: ParamsFormProps): VNode {
  const [look, setLook] = useState('form');
  /** The newest that is right: what the other look begins with. */
  const [right, setRight] = useState(params);
  const change = (next: JsonObject | null): void => {
    if (next !== null) setRight(next);
    onChange(next);
  };
  return (
    <Tabs
      label="params_looks"
      chosen={look}
      onChoose={(id) => {
        onChange(right);
        setLook(id);
      }}
      tabs={[
        {
          id: 'form',
          says: 'params_form',
          draw: () => <Fields schema={schema} params={right} onChange={change} />,
        },
        {
          id: 'raw',
          says: 'params_raw',
          draw: () => <Raw params={right} onChange={change} />,
        },
      ]}
    />
  );
}

function Fields({ schema, params, onChange }: ParamsFormProps): VNode {
  const [fields] = useState(() => fieldsOf(schema, params));
  const [texts, setTexts] = useState(() => textsOf(fields, params));
  const { faults } = paramsOf(fields, texts);
  const change = (name: string, text: string | null): void => {
    const next = new Map(texts).set(name, text);
    setTexts(next);
    onChange(paramsOf(fields, next).params);
  };
  return (
    <div class="stack">
      {fields.map((field) => (
        <ParamField
          key={field.name}
          field={field}
          text={texts.get(field.name) ?? null}
          fault={faults.get(field.name) ?? null}
          onText={(text) => change(field.name, text)}
          onAdd={() => change(field.name, firstText(field))}
        />
      ))}
      {fields.length === 0 && <p class="soft">{word('no_params')}</p>}
    </div>
  );
}

function Raw({ params, onChange }: Pick<ParamsFormProps, 'params' | 'onChange'>): VNode {
  const id = useId();
  const [text, setText] = useState(() => JSON.stringify(params, null, 2));
  const isWrong = objectOf(text) === null;
  return (
    <div class="field">
      <label for={id}>{word('params_raw_label')}</label>
      <textarea
        id={id}
        class="mono"
        spellcheck={false}
        value={text}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-fault` : undefined}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          onChange(objectOf(value));
        }}
      />
      {isWrong && (
        <p class="fault" id={`${id}-fault`}>
          {word('params_raw_fault')}
        </p>
      )}
    </div>
  );
}

function objectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
