import { buildExtension } from '../../launcher/build-extension.ts';
import { buildFace } from '../../launcher/build-face.ts';
import { BROWSER_NAMES } from '../../launcher/find-browser.ts';

/**
 * Vitest's name for what runs once, before test files that, side by side, would each build what a browser shows: the
 * extension for each, and the web UI.
 */
export async function setup(): Promise<void> {
  const extensions = async (): Promise<void> => {
    // One at a time: each writes the types of the extension's own modules.
    for (const name of BROWSER_NAMES) await buildExtension(name);
  };
  await Promise.all([extensions(), buildFace()]);
}
