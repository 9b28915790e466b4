import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { SCREEN_PROGRAMS } from '../../../shared/model/program-platforms.ts';
import { beginHere } from '../../parts/begin-here.ts';
import { FormCard } from '../../parts/form-card.tsx';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import {
  draftOfProgram,
  type Program,
  type ProgramDraft,
  programId,
  programWish,
  type Template,
} from './template-wish.ts';

interface TemplateFormProps {
  /** One of one's own is changed, another one is copied; null: a new one. */
  readonly from: { readonly template: Template; readonly program: Program } | null;
  readonly known: readonly Template[];
}

/** A program that workers can be made of, written or changed. Nothing runs by that. */
export function TemplateForm({ from, known }: TemplateFormProps): VNode {
  const { route } = useLocation();
  const [draft, setDraft] = useState(() => draftOfProgram(from));
  const saving = useDeed();
  const toast = useToast();
  const wish = programWish(draft);
  const id = programId(draft);
  const isNew = from?.template.source !== 'own';
  const isTaken = isNew && known.some((one) => one.template_id === id);
  const close = (): void => route(templatePlace(from?.template.template_id ?? null));

  async function save(): Promise<void> {
    if (typeof wish === 'string') return;
    const saved = await saving.run('putTemplate', { params: { id }, body: wish });
    if (saved?.ok !== true) return;
    toast({ text: word('team_saved', id), tone: 'good' });
    route(templatePlace(id));
  }

  const set = (part: Partial<ProgramDraft>): void => setDraft((now) => ({ ...now, ...part }));

  const line = (name: 'name' | 'command' | 'env' | 'folder'): VNode => (
    <label>
      {word(`template_field_${name}`)}
      <input
        class="mono"
        maxLength={4_096}
        spellcheck={false}
        ref={name === (isNew ? 'name' : 'command') ? beginHere : null}
        readOnly={name === 'name' && !isNew}
        value={draft[name]}
        onInput={({ currentTarget: { value } }) => set({ [name]: value })}
      />
    </label>
  );

  return (
    <FormCard
      title={isNew ? word('template_new') : `${word('team_edit')}: ${id}`}
      deed={saving}
      says="save"
      lacks={isTaken ? 'template_taken' : typeof wish === 'string' ? wish : null}
      onSend={() => void save()}
      onClose={close}
    >
      <p class="soft">{word('template_new_means')}</p>
      <label>
        {word('template_field_kind')}
        <select
          value={draft.kind}
          disabled={!isNew}
          onChange={({ currentTarget: { value } }) =>
            set({ kind: value === 'terminal' ? 'terminal' : 'acp' })
          }
        >
          <option value="acp">{word('template_kind_acp')}</option>
          <option value="terminal">{word('template_kind_terminal')}</option>
        </select>
      </label>
      {line('name')}
      {line('command')}
      <label>
        {word('template_field_args')}
        <textarea
          class="mono"
          rows={3}
          spellcheck={false}
          value={draft.args}
          onInput={({ currentTarget: { value } }) => set({ args: value })}
        />
      </label>
      {line('env')}
      {line('folder')}
      {draft.kind === 'terminal' && (
        <label>
          {word('template_field_screen')}
          <select
            value={draft.screen}
            onChange={({ currentTarget: { value } }) =>
              set({ screen: value as ProgramDraft['screen'] })
            }
          >
            {SCREEN_PROGRAMS.map((one) => (
              <option key={one} value={one}>
                {one === 'shell' ? word('template_screen_shell') : one}
              </option>
            ))}
          </select>
        </label>
      )}
    </FormCard>
  );
}

/** Where a template is shown; null: all of them. */
export function templatePlace(template: string | null): string {
  const all = '/runs?show=templates';
  return template === null ? all : `${all}&template=${encodeURIComponent(template)}`;
}
