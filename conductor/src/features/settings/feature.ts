export { createSettings, type SettingsService } from './settings-service.ts';
export type { Settings, SettingsNow } from './settings.ts';
