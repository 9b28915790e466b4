import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

import { steeringShown } from '../../../shared/lib/visible-text.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAnswer } from '../../store/world.ts';
import { siteOf } from './run-state.tsx';

interface TemplateFieldProps {
  readonly label: string;
  /** Task of the role. */
  readonly task?: string;
  /** Empty: `first`. */
  readonly value: string;
  /** Text where nothing is chosen. */
  readonly first: string;
  readonly error: Parameters<typeof Problem>[0]['error'] | null;
  readonly onChange: (value: string) => void;
}

/** The template of a role's worker. */
export function TemplateField(props: TemplateFieldProps): VNode {
  const { label, task, value, first, error, onChange } = props;
  const id = useId();
  const known = useAnswer('listTemplates').state.value.data?.items ?? [];
  const templates = known.map((one) => one.template_id);
  return (
    <div class="field">
      <label {...(task !== undefined && { title: steeringShown(task) })}>
        {label}
        <select
          value={value}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{first}</option>
          {/* What it is now is shown where it cannot be begun at the moment, too. */}
          {[...new Set([...templates, ...(value === '' ? [] : [value])])].map((one) => (
            <option key={one} value={one}>
              {one.startsWith('chat:') ? siteOf(one) : one}
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

/** Whether a worker of the template is a program, which works in a folder. */
export function isProgram(template: string | null): boolean {
  return template !== null && /^(acp|terminal):/.test(template);
}
