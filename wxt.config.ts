import { defineConfig } from 'wxt';

import { OTHER_PAGES, placeOfScript, SITES } from './extension/platforms/sites.ts';
import { preactWithoutMarkup } from './launcher/preact-without-markup.ts';

/**
 * Fixes the Chromium id of an unpacked build, so that its storage and its pairing survive a reinstall.
 * A public key: the private half was never kept, store builds are signed by the store.
 */
const CHROMIUM_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAzi4ZOLw9dmrY2pKLVKg/oeSoav2rHr/AaroneNKe2WgD3E86utOxuKE+gH6JzEWMSI72NPK+vIP0VCTL8ra4/W4ZsU6JvaSBjZ5QLS4cG+pH3zKJTovKSzmrmysG40tphYUjCvP1V+YuiPdVvHS46q3dR4tWNZtU75AM5judjB4vcrL/XQPElJaHfvkQNneF5V9cSg/aOKWyfHwiZIkLxAT/cfrEIgXbKz17l5VtqTidzubphim5h19COuDhJKfBCDG7l7WS4guHUCQBwSYr0hsaPNVtISMho0YLwDMkdcuJkgIMnMHyejw2TBAmQZPXGHqiNzDK0ehVTDgakbAPRQIDAQAB';

/** Sites with an adapter, and the playground. */
const CHAT_ORIGINS = [...Object.values(SITES).flat(), ...OTHER_PAGES];
/** Hosts that a person may grant, one origin at a time. */
const ANY_ORIGIN = ['http://*/*', 'https://*/*'];
const CONDUCTOR_ORIGINS = ['http://127.0.0.1/*'];

/** The extension's own pages and its background speak to a conductor on this machine, and to nobody else. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; object-src 'none'; connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*";

export default defineConfig({
  srcDir: 'extension',
  entrypointsDir: 'entrypoints',
  publicDir: 'extension/public',
  outDir: '.output',
  imports: false,
  vite: () => ({
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [preactWithoutMarkup()],
  }),
  hooks: {
    // Entrypoints of chats hold code alone: where each runs is told by its name.
    'entrypoints:resolved'(_wxt, entrypoints) {
      for (const { type, name, options } of entrypoints) {
        if (type === 'content-script') Object.assign(options, placeOfScript(name));
      }
    },
  },
  manifest: ({ browser, manifestVersion }) => ({
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    // Not "split": what a person lets Baton see of private windows belongs to the one conductor they have.
    incognito: 'spanning',
    // docs/permissions.md says what each is for.
    permissions: [
      'alarms',
      'contextMenus',
      'activeTab',
      'scripting',
      'storage',
      ...(manifestVersion === 2 ? [...CHAT_ORIGINS, ...CONDUCTOR_ORIGINS] : []),
    ],
    content_security_policy:
      manifestVersion === 2
        ? CONTENT_SECURITY_POLICY
        : { extension_pages: CONTENT_SECURITY_POLICY },
    commands: {
      [manifestVersion === 2 ? '_execute_browser_action' : '_execute_action']: {
        suggested_key: { default: 'Alt+Shift+B' },
      },
      'pause-conversation': {
        suggested_key: { default: 'Alt+Shift+P' },
        description: '__MSG_command_pause_conversation__',
      },
      'pause-all': {
        suggested_key: { default: 'Alt+Shift+S' },
        description: '__MSG_command_pause_all__',
      },
    },
    ...(manifestVersion === 3
      ? {
          host_permissions: [...CHAT_ORIGINS, ...CONDUCTOR_ORIGINS],
          optional_host_permissions: ANY_ORIGIN,
          optional_permissions: ['notifications', 'tabGroups'],
        }
      : { optional_permissions: [...ANY_ORIGIN, 'notifications', 'tabGroups'] }),
    ...(browser === 'chrome' && { key: CHROMIUM_KEY, minimum_chrome_version: '120' }),
    ...(browser === 'firefox' && {
      // Else it lies behind the puzzle piece, where nobody looks for a mode switch.
      browser_action: { default_area: 'navbar' },
      browser_specific_settings: {
        gecko: {
          id: 'baton@baton.invalid',
          strict_min_version: '142.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }),
  }),
});
