import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const BROWSER_NAMES = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof BROWSER_NAMES)[number];

interface BrowserKind {
  /** Names it goes by on PATH, best first. */
  readonly commands: readonly string[];
  /** Names an executable that is not on PATH. */
  readonly variable: string;
  readonly debianPackage: string;
}

export const BROWSER_KINDS: Readonly<Record<BrowserName, BrowserKind>> = {
  chromium: {
    commands: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
    variable: 'BATON_CHROMIUM',
    debianPackage: 'chromium',
  },
  firefox: {
    commands: ['firefox', 'firefox-esr'],
    variable: 'BATON_FIREFOX',
    debianPackage: 'firefox-esr',
  },
};

/**
 * The executable of a browser: what its variable names, else the first of its commands on PATH, else null.
 * A variable that names no executable throws: falling back would silently open another browser.
 */
export function findBrowser(
  name: BrowserName,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const { commands, variable } = BROWSER_KINDS[name];
  const named = env[variable];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`${variable} names ${named}, which is not an executable file.`);
  }
  return findOnPath(commands, env['PATH'] ?? '');
}

/** The first command that is an executable file in a folder of `path`; earlier commands win over earlier folders. */
export function findOnPath(commands: readonly string[], path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  for (const command of commands) {
    for (const folder of folders) {
      const candidate = join(folder, command);
      if (isExecutable(candidate)) return candidate;
    }
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Absent or unreadable: either way it cannot be run.
    return false;
  }
}
