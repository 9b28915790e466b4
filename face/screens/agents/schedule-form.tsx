import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { beginHere } from '../../parts/begin-here.ts';
import { ChoiceBox } from '../../parts/choice-box.tsx';
import { FormCard } from '../../parts/form-card.tsx';
import { draftOf } from '../../store/drafts.ts';
import { useAnswer, useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { ModelChoice } from './model-choice.tsx';
import {
  NEW_SCHEDULE,
  type ScheduleDraft,
  scheduleWish,
  type When,
  WHENS,
} from './schedule-when.ts';

const BACK = '/agents?show=schedules';

/** Field of a draft that holds the time, and its input type. */
const FIELDS = {
  daily: ['time', 'time'],
  weekdays: ['time', 'time'],
  every: ['minutes', 'number'],
  once: ['at', 'datetime-local'],
  cron: ['cron', 'text'],
} as const satisfies Readonly<Record<When, readonly [keyof ScheduleDraft, string]>>;

/** Has an agent work by the clock. */
export function ScheduleForm(): VNode {
  const { query, route } = useLocation();
  const kept = draftOf('schedule');
  const [draft, setDraft] = useState<ScheduleDraft>(() => ({
    ...NEW_SCHEDULE,
    agent: query['agent'] ?? 'assistant',
    prompt: kept.peek(),
  }));
  const agents = useAnswer('listAgents').state.value.data?.items ?? [];
  const saving = useDeed();
  const toast = useToast();
  const change = (part: Partial<ScheduleDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wish = scheduleWish(draft, zone);
  const [field, type] = FIELDS[draft.when];

  async function save(): Promise<void> {
    if (typeof wish === 'string') return;
    const saved = await saving.run('addSchedule', { body: wish });
    if (saved?.ok !== true) return;
    kept.value = '';
    toast({ text: word('schedule_added'), tone: 'good' });
    route(BACK);
  }

  return (
    <FormCard
      title={word('schedule_new')}
      deed={saving}
      says="schedule_add"
      lacks={typeof wish === 'string' ? wish : null}
      onSend={() => void save()}
      onClose={() => route(BACK)}
    >
      <div class="two">
        <label>
          {word('schedule_agent')}
          <select
            value={draft.agent}
            onChange={(event) => change({ agent: event.currentTarget.value })}
          >
            {agents.map(({ agent_id: id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </label>
        <ModelChoice value={draft.model} onChange={(model) => change({ model })} />
      </div>
      <label>
        {word('schedule_prompt')}
        <textarea
          ref={beginHere}
          rows={3}
          maxLength={20_000}
          value={draft.prompt}
          onInput={({ currentTarget: { value } }) => {
            kept.value = value;
            change({ prompt: value });
          }}
        />
      </label>
      <div class="two">
        <label>
          {word('schedule_when')}
          <select
            value={draft.when}
            onChange={(event) => change({ when: event.currentTarget.value as When })}
          >
            {WHENS.map((one) => (
              <option key={one} value={one}>
                {word(`schedule_${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {word(`schedule_field_${field}`)}
          <input
            // Its types tell fields with a choice of their own apart, which this one never has.
            type={type as 'text'}
            min={type === 'number' ? 1 : undefined}
            placeholder={field === 'cron' ? '0 8 * * 1-5' : undefined}
            maxLength={200}
            value={draft[field]}
            onInput={({ currentTarget: { value } }) => change({ [field]: value })}
          />
        </label>
      </div>
      <p class="soft small">{word('schedule_zone', zone)}</p>
      <ChoiceBox checked={draft.catchesUp} onChange={(checked) => change({ catchesUp: checked })}>
        {word('schedule_catches_up')}
      </ChoiceBox>
    </FormCard>
  );
}
