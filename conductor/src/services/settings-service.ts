import * as z from 'zod';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { ApiError, Caller, Input } from '../api/operation.ts';
import type { Operations } from '../api/operations.ts';
import { settings as shape } from '../api/resources/service.ts';
import { changeSetting } from '../domain/steps/change-setting.ts';
import type { Clock, Log, Store } from './ports.ts';
import { DEFAULT_SETTINGS, type Settings, type SettingsNow } from './settings.ts';

type Patch = Input<Operations['updateSettings']>['body'];

export interface SettingsService extends SettingsNow {
  /** Names of what stands not at its default. */
  changed(): string[];
  update(patch: Patch, caller: Caller): Promise<Result<null, ApiError>>;
}

/** @param stored Rows as they are on disk; one that an older or newer Baton wrote and that does not fit is left out. */
export function createSettings(
  store: Store,
  stored: readonly { readonly name: string; readonly value: unknown }[],
  now: Clock,
  log: Log,
): SettingsService {
  let own: Record<string, unknown> = {};
  let current: Settings = DEFAULT_SETTINGS;
  for (const { name, value } of stored) {
    const tried = merged({ ...own, [name]: value });
    if (tried === null) {
      log.warn({ setting: name }, 'a stored setting does not fit and is left at its default');
      continue;
    }
    own = { ...own, [name]: value };
    current = tried;
  }

  return {
    current: () => current,
    changed: () => Object.keys(own).toSorted(),
    async update(patch, caller) {
      const zone = Object.entries(patch).filter(([, value]) => value !== undefined);
      const wished = { ...own };
      for (const [name, value] of zone) {
        wished[name] =
          name === 'pacing' || name === 'max_message_chars'
            ? { ...(own[name] as object | undefined), ...(value as object) }
            : value;
      }
      const next = merged(wished);
      if (next === null)
        return err({ code: 'invalid_request', text: 'body: the settings do not fit together.' });
      await Promise.all(
        zone.map(([name]) =>
          store.run(changeSetting, {
            name,
            value: wished[name],
            actor: 'person',
            via: caller.via,
            now: now(),
          }),
        ),
      );
      own = wished;
      current = next;
      return ok(null);
    },
  };
}

function merged(own: Readonly<Record<string, unknown>>): Settings | null {
  const pacing = { ...DEFAULT_SETTINGS.pacing, ...(own['pacing'] as object | undefined) };
  const max_message_chars = {
    ...DEFAULT_SETTINGS.max_message_chars,
    ...(own['max_message_chars'] as object | undefined),
  };
  const tried = z.safeParse(shape, { ...DEFAULT_SETTINGS, ...own, pacing, max_message_chars });
  return tried.success ? tried.data : null;
}
