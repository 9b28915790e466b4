import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { err, type Result } from '../../shared/lib/result.ts';
import type { AgentFiles, AgentFile, WrittenAgent } from './features/minds/agents/feature.ts';
import { faultOfOwnFile } from './own-file.ts';
import { AGENTS } from './program-files.ts';

/** An agent of a hundred thousand characters is none. */
const MAX_BYTES = 1_000_000;

/** Agents in Markdown files: Baton's own, and those that a person put into `folder`. Read again when they have changed. */
export function createAgentFiles(folder: string): AgentFiles {
  const builtIn = readerOf(AGENTS, () => null);
  try {
    // Who is told of it finds it.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Then there are none in it.
  }
  return { folder, builtIn, own: readerOf(folder, (file) => faultOfOwnFile(file, MAX_BYTES)) };
}

function readerOf(folder: string, refuse: (path: string) => string | null) {
  const known = new Map<string, { readonly stamp: string; readonly agent: AgentFile['agent'] }>();
  return async (): Promise<readonly AgentFile[]> => {
    const found: AgentFile[] = [];
    for (const name of namesIn(folder)) {
      const file = join(folder, name);
      const stamp = stampOf(file);
      if (stamp === null) continue;
      const before = known.get(file);
      const agent = before?.stamp === stamp ? before.agent : await read(file, refuse);
      known.set(file, { stamp, agent });
      found.push({ file, agent });
    }
    return found;
  };
}

async function read(
  file: string,
  refuse: (path: string) => string | null,
): Promise<Result<WrittenAgent, string>> {
  try {
    const refused = refuse(file);
    if (refused !== null) return err(refused);
    // YAML costs start-up time, which whoever has no agents does not pay.
    const { readAgentFile } = await import('./agent-file.ts');
    return readAgentFile(readFileSync(file, 'utf8'));
  } catch (cause) {
    return err(`it cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
      .toSorted();
  } catch {
    return []; // Nobody has made the folder.
  }
}

function stampOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true
    ? `${found.mtimeMs} ${found.ctimeMs} ${found.size} ${found.ino}`
    : null;
}
