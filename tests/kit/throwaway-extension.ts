import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserName } from '../../launcher/find-browser.ts';

/**
 * Writes the smallest extension with Baton's three parts, to test the browser harness without Baton:
 * - its background has a random `life` and counts its starts in `storage.local`; it answers every message with both;
 * - its content script marks the page `data-throwaway="present"`, and on a `throwaway-ask` event asks the background and
 *   writes the answer to `data-throwaway-answer`, with the event's `detail` in front of it;
 * - its popup is an empty page from which a test can ask the background too.
 */
export function writeThrowawayExtension(browser: BrowserName, dir: string): void {
  const origins = ['https://chatgpt.com/*', 'http://playground.localhost/*'];
  const common = {
    name: 'Throwaway',
    version: '1',
    content_scripts: [{ matches: origins, js: ['content.js'], run_at: 'document_start' }],
  };
  const manifest =
    browser === 'chromium'
      ? {
          ...common,
          manifest_version: 3,
          permissions: ['storage'],
          background: { service_worker: 'background.js' },
          action: { default_popup: 'popup.html' },
        }
      : {
          ...common,
          manifest_version: 2,
          permissions: ['storage'],
          background: { scripts: ['background.js'] },
          browser_action: { default_popup: 'popup.html' },
          browser_specific_settings: { gecko: { id: 'baton@baton.invalid' } },
        };
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(dir, 'background.js'), BACKGROUND);
  writeFileSync(join(dir, 'content.js'), CONTENT);
  writeFileSync(join(dir, 'popup.html'), '<!doctype html><title>Throwaway popup</title>');
}

const BACKGROUND = `
const api = globalThis.browser ?? chrome;
const life = crypto.randomUUID();
const started = api.storage.local.get('starts').then(async ({ starts = 0 }) => {
  await api.storage.local.set({ starts: starts + 1 });
  return { life, starts: starts + 1 };
});
api.runtime.onMessage.addListener((message, sender, answer) => {
  started.then(answer);
  return true;
});
`;

const CONTENT = `
const mark = document.documentElement.dataset;
mark.throwaway = 'present';
document.addEventListener('throwaway-ask', ({ detail }) => {
  chrome.runtime.sendMessage({ ask: 'life' }, (answer) => {
    // Read, or Chromium complains: right after the background died there is nobody to answer.
    if (chrome.runtime.lastError || answer === undefined) return;
    mark.throwawayAnswer = detail + ' ' + JSON.stringify(answer);
  });
});
`;
