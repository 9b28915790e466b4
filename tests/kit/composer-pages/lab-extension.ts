import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserName } from '../../../launcher/find-browser.ts';
import { bundle } from './lab-server.ts';

/**
 * Writes an extension with Baton's real tap and content script, and a background the test holds in its hand.
 */
export async function writeLabExtension(browser: BrowserName, dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const files = {
    'tap.js': await bundle('tap-entry.ts', 'iife'),
    'chat.js': await bundle('content-entry.ts', 'iife'),
    'lab.js': await bundle('lab-content.ts', 'iife'),
    'background.js': await bundle('lab-background.ts', 'iife'),
    'manifest.json': JSON.stringify(manifest(browser)),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
}

function manifest(browser: BrowserName): object {
  const matches = ['http://playground.localhost/*', 'https://chatgpt.com/*'];
  const script = { matches, run_at: 'document_start' };
  const common = {
    name: 'Lab',
    version: '1',
    content_scripts: [
      { ...script, js: ['chat.js'] },
      { ...script, js: ['tap.js'], world: 'MAIN' },
      { ...script, js: ['lab.js'] },
    ],
  };
  return browser === 'chromium'
    ? {
        ...common,
        manifest_version: 3,
        permissions: ['tabs'],
        host_permissions: matches,
        background: { service_worker: 'background.js' },
      }
    : {
        ...common,
        manifest_version: 2,
        permissions: ['tabs', ...matches],
        background: { scripts: ['background.js'] },
        browser_specific_settings: { gecko: { id: 'baton@baton.invalid' } },
      };
}
