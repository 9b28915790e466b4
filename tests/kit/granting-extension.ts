import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildExtension } from '../../launcher/build-extension.ts';
import type { BrowserName } from '../../launcher/find-browser.ts';

/**
 * The shipped extension in a folder of its own, with what no test can do by hand: it may see the address of the tab
 * that its popup is about, as after a press on its icon; and in Chromium, whose prompt nobody can press without a
 * screen, `origin` is granted already. In Firefox the popup asks for it.
 */
export async function copyGranting(name: BrowserName, dir: string, origin: string): Promise<void> {
  cpSync(await buildExtension(name), dir, { recursive: true });
  const file = join(dir, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    permissions: string[];
    host_permissions?: string[];
  };
  manifest.permissions.push('tabs');
  manifest.host_permissions?.push(origin);
  writeFileSync(file, JSON.stringify(manifest));
}
