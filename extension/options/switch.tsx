import type { VNode } from 'preact';

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Where no label stands beside it. */
  readonly label?: string;
  readonly id?: string;
  readonly 'data-site'?: string;
  readonly 'data-preference'?: string;
}

export function Switch({ isOn, onChange, label, ...names }: SwitchProps): VNode {
  return (
    <input
      {...names}
      type="checkbox"
      role="switch"
      class="switch"
      aria-label={label}
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}
