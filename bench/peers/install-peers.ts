import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

/** Packages to install from the registry, and the scripts of this folder that run there. */
export interface WantedPeers {
  readonly packages: Readonly<Record<string, string>>;
  /** Versions that packages of these are to take instead of those they ask for. */
  readonly overrides?: Readonly<Record<string, string>>;
  readonly scripts?: readonly string[];
}

/** Peers, installed for one run. */
export interface InstalledPeers {
  readonly dir: string;
  readonly versions: Readonly<Record<string, string>>;
  remove(): void;
}

/** Asks the registry; a few seconds. Throws what npm says when it cannot be reached. */
export function installPeers({
  packages,
  overrides = {},
  scripts = [],
}: WantedPeers): InstalledPeers {
  const dir = mkdtempSync(join(tmpdir(), 'baton-bench-peers-'));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  try {
    const manifest = { private: true, type: 'module', dependencies: packages, overrides };
    writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: dir });
    for (const script of scripts) {
      copyFileSync(fileURLToPath(new URL(script, import.meta.url)), join(dir, script));
    }
    const versions = Object.fromEntries(
      Object.keys(packages).map((name) => [name, versionOf(join(dir, 'node_modules', name))]),
    );
    return { dir, versions, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function versionOf(folder: string): string {
  const manifest = z.object({ version: z.string() });
  return manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;
}
