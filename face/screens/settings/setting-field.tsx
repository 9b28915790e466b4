import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

import { Problem } from '../../parts/problem.tsx';
import { word } from '../../words/word.ts';
import { Amount } from './amount.tsx';
import type { Field } from './fields.ts';
import type { Saving } from './saving.tsx';

interface FieldProps {
  readonly field: Field;
  /** Site that names the field, where it is one of many alike. */
  readonly site?: string;
  readonly value: unknown;
  readonly mayChange: boolean;
  readonly saving: Saving;
}

/** One setting: saved as soon as it is left; what is out of range is said here and not sent. */
export function SettingField({ field, site, value, mayChange, saving }: FieldProps): VNode {
  const id = useId();
  const { keys, kind, says, hint } = field;
  const refused = saving.refused(keys);
  return (
    <div class="setting">
      <label for={id}>{site === undefined ? word(says) : <bdi>{site}</bdi>}</label>
      <div>
        {kind.is === 'choice' ? (
          <select
            id={id}
            disabled={!mayChange}
            value={String(value)}
            onChange={({ currentTarget }) => {
              const chosen = kind.of.find(([one]) => String(one) === currentTarget.value);
              if (chosen !== undefined) void saving.save(keys, chosen[0], value);
            }}
          >
            {kind.of.map(([one, name]) => (
              <option key={String(one)} value={String(one)}>
                {word(name)}
              </option>
            ))}
          </select>
        ) : kind.is === 'lines' ? (
          <textarea
            // Drawn anew when it was changed, and left as it is while it is written.
            key={String(value)}
            id={id}
            disabled={!mayChange}
            placeholder={kind.example}
            defaultValue={(value as readonly string[]).join('\n')}
            onChange={({ currentTarget }) =>
              void saving.save(keys, currentTarget.value.match(/\S.*/g) ?? [], value)
            }
          />
        ) : kind.is === 'text' ? (
          <input
            key={String(value)}
            id={id}
            disabled={!mayChange}
            placeholder={kind.example}
            defaultValue={(value as string | null) ?? ''}
            onChange={({ currentTarget }) =>
              void saving.save(keys, currentTarget.value.trim() || null, value)
            }
          />
        ) : (
          <Amount
            id={id}
            kind={kind}
            value={value as number | null}
            mayChange={mayChange}
            onSave={(wanted) => saving.save(keys, wanted, value)}
          />
        )}
        {hint !== undefined && <p class="soft small">{word(hint)}</p>}
        {refused && <Problem error={refused} />}
      </div>
    </div>
  );
}
