import type { Handling, Kit } from '../../engine/feature.ts';
import type { settingsOperations } from '../../../../shared/api/settings.ts';
import { ok } from '../../../../shared/lib/result.ts';
import { createSettings, type SettingsService } from './settings-service.ts';

export interface SettingsPort extends SettingsService {
  /** Calls the listener after every change of a default mode in a browser. */
  readonly whenChanged: (listener: () => void) => void;
}

/** What a person can change while the conductor runs. */
export async function startSettings({
  store,
  read,
  now,
  log,
}: Kit): Promise<Handling<SettingsPort, typeof settingsOperations>> {
  const settings = createSettings(store, await read.one({ query: 'settings' }), now, log);
  const listeners: (() => void)[] = [];
  const inForce = () => ({ settings: settings.current(), changed: settings.changed() });
  return {
    provides: { ...settings, whenChanged: (listener) => void listeners.push(listener) },
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
          for (const listener of listeners) listener();
          return [];
        },
      },
    },
  };
}
