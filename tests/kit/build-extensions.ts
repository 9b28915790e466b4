import { buildExtension } from '../../launcher/build-extension.ts';
import { BROWSER_NAMES } from '../../launcher/find-browser.ts';

/** Vitest's name for what runs once, before test files that, side by side, would each build it. */
export async function setup(): Promise<void> {
  for (const name of BROWSER_NAMES) await buildExtension(name);
}
