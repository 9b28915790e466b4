import { settingsOperations } from '../../../../../shared/api/settings.ts';
import { feature } from '../../../engine/feature.ts';
import { settingsSqlite } from './sqlite.ts';
import { startSettings } from './start.ts';

export { ownId } from './own-id.ts';
export {
  type Environment,
  isSafeForKeys,
  isThisMachine,
  readSecret,
  valueOf,
} from './read-secret.ts';
export type { Settings, SettingsNow } from './settings.ts';

/** Settings that a person can change while the conductor runs. */
export const settingsFeature = feature({
  name: 'settings',
  operations: settingsOperations,
  sqlite: settingsSqlite,
  start: startSettings,
});
