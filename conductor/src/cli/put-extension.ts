import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { usage } from './command.ts';

/** Where the two builds lie afterwards. */
export interface PutExtension {
  readonly chromium: string;
  readonly firefox: string;
}

/**
 * Copies the built extension of `from` into a folder, in the place of an earlier one. Throws a Failure where something
 * else has its name there: a folder of settings may well hold one of the browser's own.
 */
export function putExtension(from: string, folder: string): PutExtension {
  const chromium = join(folder, 'chromium');
  const firefox = join(folder, 'baton-firefox.xpi');
  const built = join(from, 'chromium');
  // guard: folder-of-others
  if (!isVacant(chromium) && nameOf(chromium) !== nameOf(built))
    throw usage(`folder: ${chromium} is there already, and not Baton's; choose another folder.`);
  mkdirSync(folder, { recursive: true });
  // Files of an earlier build would be loaded with it.
  rmSync(chromium, { recursive: true, force: true });
  cpSync(built, chromium, { recursive: true });
  cpSync(join(from, 'baton-firefox.xpi'), firefox);
  return { chromium, firefox };
}

function isVacant(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** The key that names the extension to Chromium, or null. */
function nameOf(folder: string): unknown {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      readonly key?: unknown;
    };
    return manifest.key ?? null;
  } catch {
    return null; // It is no extension.
  }
}
