import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useWish } from '../../parts/use-wish.ts';
import { useMay } from '../../store/may.ts';
import { word } from '../../words/word.ts';
import { isOver, type Run } from './run-state.tsx';
import { roleText } from './run-words.ts';
import { TemplateField } from './template-field.tsx';

/** One more worker for a run, of a role that its team has. */
export function AddWorker({ run }: { readonly run: Run }): VNode | null {
  const mayWrite = useMay('full');
  const adding = useWish('addWorker');
  const roles = [...new Set(run.workers.filter((one) => !one.is_planner).map((one) => one.role))];
  const [chosen, choose] = useState<string | null>(null);
  const [template, setTemplate] = useState('');
  const role = chosen ?? roles[0];
  if (!mayWrite || isOver(run.status) || role === undefined) return null;
  const doing = adding.deed.doing.value;
  const error = doing.kind === 'failed' ? doing.error : null;
  const isOfTemplate = error?.field === 'body.template';
  const body = { role, ...(template !== '' && { template }) };
  return (
    <details class="run-add">
      <summary>{word('run_worker_add')}</summary>
      <div class="buttons">
        <label class="field">
          {word('team_role')}
          <select value={role} onChange={({ currentTarget: { value } }) => choose(value)}>
            {roles.map((one) => (
              <option key={one} value={one}>
                {roleText(one)}
              </option>
            ))}
          </select>
        </label>
        <TemplateField
          label={word('team_template')}
          value={template}
          first={word('run_as_role')}
          error={isOfTemplate ? error : null}
          onChange={setTemplate}
        />
        <DeedButton
          deed={adding.deed}
          onPress={() => void adding.run({ params: { id: run.run_id }, body })}
        >
          {word('run_worker_add')}
        </DeedButton>
      </div>
      {error !== null && !isOfTemplate && <Problem error={error} />}
    </details>
  );
}
