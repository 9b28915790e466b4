import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

import { Problem } from '../../parts/problem.tsx';
import { useAnswer } from '../../store/world.ts';
import { siteOf } from './run-state.tsx';

/** A site that a worker can be made of: addresses of pages without an adapter are none. */
const SITE = /^chat:[a-z][a-z0-9-]{0,39}$/;

interface TemplateFieldProps {
  readonly label: string;
  /** What the role is there for. */
  readonly task?: string;
  /** Empty: `first`. */
  readonly value: string;
  /** Said where nothing is chosen. */
  readonly first: string;
  readonly error: Parameters<typeof Problem>[0]['error'] | null;
  readonly onChange: (value: string) => void;
}

/** What the worker of a role is made of. */
export function TemplateField(props: TemplateFieldProps): VNode {
  const { label, task, value, first, error, onChange } = props;
  const id = useId();
  const chats = useAnswer('listModels').state.value.data?.chats ?? [];
  const sites = chats.filter((one) => SITE.test(one));
  return (
    <div class="field">
      <label title={task}>
        {label}
        <select
          value={value}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{first}</option>
          {/* What it is now is shown where it cannot be begun at the moment, too. */}
          {[...new Set([...sites, ...(value === '' ? [] : [value])])].map((one) => (
            <option key={one} value={one}>
              {SITE.test(one) ? siteOf(one) : one}
            </option>
          ))}
        </select>
      </label>
      {error !== null && (
        <div id={id}>
          <Problem error={error} />
        </div>
      )}
    </div>
  );
}
