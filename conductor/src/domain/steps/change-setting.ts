import { type AuditEvent, insert, plan, update } from '../plan.ts';
import type { Asks, Step } from '../step.ts';

/** A person changed a setting; it holds from the commit on. */
export const changeSetting: Step<
  {
    readonly name: string;
    readonly value: unknown;
    readonly actor: AuditEvent['actor'];
    readonly via: string;
    readonly now: number;
  },
  { readonly setting: Asks<'setting'> },
  null
> = {
  name: 'change setting',
  load: ({ name }) => ({ setting: { ask: 'setting', name } }),
  decide: ({ setting }, { name, value, actor, via, now }) => ({
    plan: plan({
      changes: [
        setting === null
          ? insert('settings', { name, value, updatedAt: now, version: 1 })
          : update('settings', setting, { value, updatedAt: now }),
      ],
      events: [
        {
          type: 'setting.changed',
          subjectId: name,
          conversationKey: null,
          actor,
          at: now,
          detail: { via, value },
        },
      ],
      effects: [{ kind: 'dispatch' }],
    }),
    outcome: null,
  }),
};
