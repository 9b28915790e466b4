import type { Handling, Kit } from '../../../engine/feature.ts';
import type { settingsOperations } from '../../../../../shared/api/settings.ts';
import { ok } from '../../../../../shared/lib/result.ts';
import { createSettings, type SettingsService } from './settings-service.ts';
import * as settingsQueries from './queries.ts';

/** Starts the settings that a person can change while the conductor runs. */
export async function startSettings({
  store,
  read,
  now,
  log,
}: Kit): Promise<Handling<SettingsService, typeof settingsOperations>> {
  const settings = createSettings(store, await read.one(settingsQueries.settings()), now, log);
  const inForce = () => ({ settings: settings.current(), changed: settings.changed() });
  return {
    provides: settings,
    handlers: {
      getSettings: async () => ok(inForce()),
      async updateSettings({ body }, caller) {
        const updated = await settings.update(body, caller);
        return updated.ok ? ok(inForce()) : updated;
      },
      async resetSetting({ params: { id } }, caller) {
        const reset = await settings.reset(id, caller);
        return reset.ok ? ok(inForce()) : reset;
      },
    },
    frames: {
      'site.set_default_mode': {
        // A setting is changed in its turn.
        asksLater: () => true,
        async take({ platform, mode }, from) {
          await settings.setDefaultMode(from, platform, mode);
          return [];
        },
      },
    },
  };
}
