import {
  type AuditEvent,
  type Change,
  insert,
  plan,
  remove,
  update,
} from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { fromClient } from '../../browsers/feature.ts';
import { type Setting, SETTINGS } from '../rows.ts';
import * as settings from '../queries.ts';
import { settingChanged } from '../effects.ts';

interface SettingInput {
  readonly name: string;
  readonly value: unknown;
  readonly actor: AuditEvent['actor'];
  readonly via: string;
  readonly now: number;
}

/** Stores a setting that a person changed; it is in force from the commit on. Undefined resets it to its default. */
export const changeSetting = defineStep({
  name: 'change setting',
  load: ({ name }: SettingInput) => ({ setting: settings.setting({ name }) }),
  decide: ({ setting }, { name, value, actor, via, now }): Decision<'changed'> => ({
    plan: plan({
      changes: changesOf(setting, name, value, now),
      events: [
        {
          type: 'setting.changed',
          subjectId: name,
          conversationKey: null,
          actor,
          at: now,
          detail: value === undefined ? { via } : { via, value },
        },
      ],
      effects: [settingChanged({ name })],
    }),
    outcome: 'changed',
  }),
});

function changesOf(
  setting: Setting | null,
  name: string,
  value: unknown,
  now: number,
): readonly Change[] {
  if (setting === null)
    return value === undefined
      ? []
      : [insert(SETTINGS, { name, value, updatedAt: now, version: 1 })];
  if (value === undefined) return [remove(SETTINGS, setting)];
  return [update(SETTINGS, setting, { value, updatedAt: now })];
}

/** The same for a frame of a browser. */
export const changeSettingFromBrowser = fromClient(changeSetting);
