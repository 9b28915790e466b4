import type { ComponentChildren, VNode } from 'preact';

interface ChoiceBoxProps {
  /** Name of a group of which one is chosen; left out: a box of its own. */
  readonly name?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ComponentChildren;
}

/** Something to choose, with its words behind it. */
export function ChoiceBox({ name = '', checked, onChange, children }: ChoiceBoxProps): VNode {
  return (
    <label class="choice">
      <input
        type={name === '' ? 'checkbox' : 'radio'}
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}
