import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { beginHere } from '../../parts/begin-here.ts';
import { FormCard } from '../../parts/form-card.tsx';
import { steeringShown } from '../../../shared/lib/visible-text.ts';
import { useSureOfHigh } from '../../parts/sure-of-high.tsx';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { limitsDraft } from './limits-wish.ts';
import { RoleLimits } from './role-limits.tsx';
import { RoleRules } from './role-rules.tsx';
import { draftOfTeam, MAX_ROLES, type RoleDraft, type Team, teamWish } from './team-wish.ts';
import { TemplateField } from './template-field.tsx';

interface TeamFormProps {
  /** One of one's own is changed, a built-in one is copied; null: a new one. */
  readonly team: Team | null;
  readonly known: readonly Team[];
}

/** A team, written or changed. */
export function TeamForm({ team, known }: TeamFormProps): VNode {
  const { route } = useLocation();
  const [draft, setDraft] = useState(() => draftOfTeam(team));
  const saving = useDeed();
  const toast = useToast();
  const wish = teamWish(draft);
  const isNew = team === null || team.source === 'builtin';
  const isTaken = isNew && known.some((one) => one.team_id === draft.id);
  const sure = useSureOfHigh(
    typeof wish === 'string' ? [] : wish.roles.flatMap(({ rules }) => rules ?? []),
  );
  const close = (): void => route(placeOf(team?.team_id ?? null));

  async function save(): Promise<void> {
    if (typeof wish === 'string') return;
    const saved = await saving.run('putTeam', { params: { id: draft.id }, body: wish });
    if (saved?.ok !== true) return;
    toast({ text: word('team_saved', wish.name), tone: 'good' });
    route(placeOf(draft.id));
  }

  const setRole = (key: number, change: (now: RoleDraft) => Partial<RoleDraft>): void =>
    setDraft((now) => ({
      ...now,
      roles: now.roles.map((one) => (one.key === key ? { ...one, ...change(one) } : one)),
    }));

  function addRole(): void {
    setDraft((now) => {
      const key = Math.max(...now.roles.map((one) => one.key)) + 1;
      return {
        ...now,
        roles: [
          ...now.roles,
          { key, role: '', task: '', template: '', rules: [], limits: limitsDraft() },
        ],
      };
    });
  }

  const line = (name: 'id' | 'name' | 'scene', most: number): VNode => (
    <label>
      {word(`team_field_${name}`)}
      <input
        class={name === 'id' ? 'mono' : undefined}
        maxLength={most}
        spellcheck={name !== 'id'}
        ref={name === (isNew ? 'id' : 'name') ? beginHere : null}
        readOnly={name === 'id' && !isNew}
        value={draft[name]}
        onInput={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, [name]: value }))}
      />
    </label>
  );

  return (
    <FormCard
      title={isNew ? word('team_new') : `${word('team_edit')}: ${draft.id}`}
      deed={saving}
      says="team_save"
      lacks={isTaken ? 'team_taken' : typeof wish === 'string' ? wish : null}
      isUnsure={sure.isUnsure}
      onSend={() => void save()}
      onClose={close}
    >
      {line('id', 60)}
      {line('name', 100)}
      {line('scene', 300)}
      {draft.roles.map((one, at) => (
        <Role
          key={one.key}
          role={one}
          isPlanner={at === 0}
          onChange={(part) => setRole(one.key, () => part)}
          onLimits={(part) =>
            setRole(one.key, ({ limits }) => ({ limits: { ...limits, ...part } }))
          }
          onRemove={
            at === 0 || draft.roles.length <= 2
              ? null
              : () =>
                  setDraft((now) => ({
                    ...now,
                    roles: now.roles.filter(({ key }) => key !== one.key),
                  }))
          }
        />
      ))}
      {draft.roles.length < MAX_ROLES && (
        <div class="buttons">
          <button type="button" class="plain" onClick={addRole}>
            {word('team_role_add')}
          </button>
        </div>
      )}
      {sure.field}
    </FormCard>
  );
}

interface RoleProps {
  readonly role: RoleDraft;
  readonly isPlanner: boolean;
  readonly onChange: (part: Partial<RoleDraft>) => void;
  readonly onLimits: (part: Partial<RoleDraft['limits']>) => void;
  /** Null: the team cannot be without it. */
  readonly onRemove: (() => void) | null;
}

function Role({ role, isPlanner, onChange, onLimits, onRemove }: RoleProps): VNode {
  const legend = isPlanner
    ? word('team_planner')
    : steeringShown(role.role.trim()) || word('team_role');
  return (
    <fieldset class="team-role">
      <legend>{legend}</legend>
      <div class="two">
        <label>
          {word('team_role')}
          <input
            maxLength={60}
            value={role.role}
            onInput={(event) => onChange({ role: event.currentTarget.value })}
          />
        </label>
        <TemplateField
          label={word('team_template')}
          value={role.template}
          first={word('run_template_first')}
          error={null}
          onChange={(template) => onChange({ template })}
        />
      </div>
      <label>
        {word('team_task')}
        <textarea
          rows={2}
          maxLength={2_000}
          value={role.task}
          onInput={(event) => onChange({ task: event.currentTarget.value })}
        />
      </label>
      <RoleRules rules={role.rules} onChange={(rules) => onChange({ rules })} />
      <RoleLimits limits={role.limits} isPlanner={isPlanner} onChange={onLimits} />
      {onRemove !== null && (
        <div class="buttons">
          <button type="button" class="plain" onClick={onRemove}>
            {word('team_role_remove', legend)}
          </button>
        </div>
      )}
    </fieldset>
  );
}

/** Where a team is shown; null: all of them. */
export function placeOf(team: string | null): string {
  return team === null ? '/runs?show=teams' : `/runs?show=teams&team=${encodeURIComponent(team)}`;
}
