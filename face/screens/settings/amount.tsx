import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { bytesOf } from '../../parts/bytes.ts';
import { spanOf } from '../../parts/time.tsx';
import { word } from '../../words/word.ts';
import { DURATIONS, inUnit, type Kind, readAmount, SIZES, type Unit } from './fields.ts';

interface AmountProps {
  readonly id: string;
  readonly kind: Extract<Kind, { is: 'number' }>;
  readonly value: number | null;
  readonly mayChange: boolean;
  /** False: it was refused. */
  readonly onSave: (value: number | null) => Promise<boolean>;
}

/** A person's text in a field that they have not left yet. */
interface Written {
  readonly text: string;
  readonly unit: Unit;
  /** Value in force when the person began to write. */
  readonly from: number | null;
}

/** A number and its unit: saved by Enter, or once both are left. */
export function Amount({ id, kind, value, mayChange, onSave }: AmountProps): VNode {
  const { units, none } = kind;
  const [written, write] = useState<Written | null>(null);
  const [sending, setSending] = useState(false);
  const [wrong, setWrong] = useState(false);
  const shown = written ?? { ...shownAs(value, units), from: value };
  const isOff = value === null && written === null;
  const isOvertaken = !sending && written !== null && written.from !== value;

  function change(part: Partial<Written>): void {
    write({ ...shown, ...part });
    setWrong(false);
  }

  function drop(): void {
    write(null);
    setWrong(false);
  }

  async function save(): Promise<void> {
    if (written === null || sending) return;
    const read = readAmount(written.text, written.unit, kind);
    setWrong(read === null);
    if (read === null) return;
    if (read === value) return drop();
    setSending(true);
    const isSaved = await onSave(read);
    setSending(false);
    // What was written on meanwhile stays.
    if (isSaved) write((now) => (now === written ? null : now && { ...now, from: read }));
  }

  return (
    <>
      <div
        class="amount"
        onFocusOut={(event) => {
          const { currentTarget, relatedTarget } = event;
          const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
          // Over what was changed elsewhere meanwhile, only Enter writes.
          if (!isWithin && !isOvertaken) void save();
        }}
        onKeyDown={(event) => {
          if (written === null || (event.key !== 'Enter' && event.key !== 'Escape')) return;
          event.preventDefault();
          if (event.key === 'Enter') void save();
          else drop();
        }}
      >
        {!isOff && (
          <input
            id={id}
            inputMode="decimal"
            disabled={!mayChange}
            aria-invalid={wrong}
            aria-describedby={wrong || isOvertaken ? `${id}-says` : undefined}
            value={shown.text}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        )}
        {!isOff && units.length > 1 && (
          <select
            aria-label={word('settings_unit')}
            disabled={!mayChange}
            value={shown.unit.name ?? ''}
            onChange={({ currentTarget }) => {
              const unit = units.find(({ name }) => name === currentTarget.value);
              if (unit !== undefined) change({ unit });
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
              id={isOff ? id : undefined}
              type="checkbox"
              disabled={!mayChange}
              checked={value === null}
              onChange={(event) => {
                drop();
                void onSave(event.currentTarget.checked ? null : startOf(kind));
              }}
            />
            {word(none)}
          </label>
        )}
      </div>
      {(wrong || isOvertaken) && (
        <p id={`${id}-says`} class="wrong" role="alert">
          {wrong ? boundsOf(kind) : word('settings_overtaken', saysOf(value, kind))}
        </p>
      )}
    </>
  );
}

function shownAs(value: number | null, units: readonly Unit[]): Omit<Written, 'from'> {
  const { amount, unit } = inUnit(value ?? 0, units);
  return { text: String(amount), unit };
}

function boundsOf({ units, min, max }: AmountProps['kind']): string {
  if (max === Number.MAX_SAFE_INTEGER) return word('settings_at_least', inWords(min, units));
  return word('settings_between', inWords(min, units), inWords(max, units));
}

function saysOf(value: number | null, { units, none }: AmountProps['kind']): string {
  if (value !== null) return inWords(value, units);
  return none === undefined ? '' : word(none);
}

function inWords(value: number, units: readonly Unit[]): string {
  if (units === DURATIONS) return spanOf(value);
  return units === SIZES ? bytesOf(value) : String(value);
}

/** Returns the first value of a limit where there was none: 90 days, or a gigabyte. */
function startOf({ units, min }: AmountProps['kind']): number {
  const largest = units[0]?.size ?? 1;
  return Math.max(min, units.length > 4 ? 90 * largest : largest);
}
