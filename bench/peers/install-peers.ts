import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

/** The SQLite engine is the one Baton has, so that what differs is not the engine. */
const VERSIONS = {
  bullmq: '6.7.0',
  ioredis: '6.0.0',
  plainjob: '0.0.14',
  'better-sqlite3': '13.2.0',
};
const SCRIPTS = ['bullmq-peer.mjs', 'plainjob-peer.mjs'];

/** Peers, installed for one run. */
export interface InstalledPeers {
  readonly dir: string;
  readonly versions: Readonly<Record<string, string>>;
  remove(): void;
}

/** Asks the registry; a few seconds. Throws what npm says when it cannot be reached. */
export function installPeers(): InstalledPeers {
  const dir = mkdtempSync(join(tmpdir(), 'baton-bench-peers-'));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  try {
    const manifest = { private: true, type: 'module', dependencies: VERSIONS };
    writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: dir });
    for (const script of SCRIPTS) {
      copyFileSync(fileURLToPath(new URL(script, import.meta.url)), join(dir, script));
    }
    const versions = Object.fromEntries(
      Object.keys(VERSIONS).map((name) => [name, versionOf(join(dir, 'node_modules', name))]),
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
