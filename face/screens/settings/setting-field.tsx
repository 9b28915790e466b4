import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';

import { word } from '../../words/word.ts';
import { type Field, inUnit, type Kind, readAmount, type Unit } from './fields.ts';

interface FieldProps {
  readonly field: Field;
  readonly value: unknown;
  readonly busy: boolean;
  readonly onSave: (value: unknown) => void;
}

/** One setting: saved as soon as it is left; what is out of range is said here and not sent. */
export function SettingField({ field, value, busy, onSave }: FieldProps): VNode {
  const id = useId();
  const { kind, says, hint } = field;
  return (
    <div class="setting">
      <label for={id}>{word(says)}</label>
      <div>
        {kind.is === 'choice' ? (
          <select
            id={id}
            disabled={busy}
            value={String(value)}
            onChange={(event) => onSave(event.currentTarget.value)}
          >
            {kind.of.map((one) => (
              <option key={one} value={one}>
                {word(`decision_${one}`)}
              </option>
            ))}
          </select>
        ) : (
          <Amount id={id} kind={kind} value={value as number | null} busy={busy} onSave={onSave} />
        )}
        {hint !== undefined && <p class="soft small">{word(hint)}</p>}
      </div>
    </div>
  );
}

interface AmountProps {
  readonly id: string;
  readonly kind: Extract<Kind, { is: 'number' }>;
  readonly value: number | null;
  readonly busy: boolean;
  readonly onSave: (value: number | null) => void;
}

function Amount({ id, kind, value, busy, onSave }: AmountProps): VNode {
  const { units, none, min, max } = kind;
  const shown = value === null ? null : inUnit(value, units);
  const [text, setText] = useState<string | null>(null);
  const [chosenUnit, setChosenUnit] = useState<string | null>(null);
  const unit = units.find(({ name }) => name === chosenUnit) ?? shown?.unit ?? units[0];
  const [wrong, setWrong] = useState(false);
  if (unit === undefined) throw new Error('A number has at least one unit.');

  function save(said: string, as = unit): void {
    if (as === undefined) return;
    const read = readAmount(said, as, kind);
    setWrong(read === null);
    if (read === null) return;
    setText(null);
    setChosenUnit(null);
    if (read !== value) onSave(read);
  }

  const least = inUnit(min, units);
  const most = max === Number.MAX_SAFE_INTEGER ? null : inUnit(max, units);
  return (
    <>
      <div class="amount">
        <input
          id={id}
          inputMode="decimal"
          disabled={busy || value === null}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          value={text ?? (shown === null ? '' : String(shown.amount))}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={() => text !== null && save(text)}
          onKeyDown={(event) => event.key === 'Enter' && text !== null && save(text)}
        />
        {units.length > 1 && (
          <select
            aria-label={word('settings_unit')}
            disabled={busy || value === null}
            value={unit.name ?? ''}
            onChange={(event) => {
              const chosen = units.find(({ name }) => name === event.currentTarget.value);
              setChosenUnit(event.currentTarget.value);
              save(text ?? String(shown?.amount ?? ''), chosen);
            }}
          >
            {units.map(({ name }) => (
              <option key={name} value={name ?? ''}>
                {name !== null && word(name)}
              </option>
            ))}
          </select>
        )}
        {none !== undefined && (
          <label class="inline">
            <input
              type="checkbox"
              disabled={busy}
              checked={value === null}
              onChange={(event) => onSave(event.currentTarget.checked ? null : startOf(kind))}
            />
            {word(none)}
          </label>
        )}
      </div>
      {wrong && (
        <p id={`${id}-wrong`} class="wrong" role="alert">
          {most === null
            ? word('settings_at_least', least.amount, unitName(least.unit))
            : word(
                'settings_between',
                least.amount,
                unitName(least.unit),
                most.amount,
                unitName(most.unit),
              )}
        </p>
      )}
    </>
  );
}

function unitName({ name }: Unit): string {
  return name === null ? '' : word(name);
}

/** What a limit begins with where there was none: 90 days, or a gigabyte. */
function startOf({ units, min }: Extract<Kind, { is: 'number' }>): number {
  const largest = units[0]?.size ?? 1;
  return Math.max(min, units.length > 4 ? 90 * largest : largest);
}
