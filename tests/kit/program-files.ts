import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ProgramPlatform } from '../../shared/model/program-platforms.ts';
import { bundleEntry } from './bundle-entry.ts';
import type { AgentScript } from './fake-agents/agent-script.ts';

const PROGRAMS = {
  acp: 'tests/kit/fake-agents/fake-acp.ts',
  terminal: 'tests/kit/fake-agents/fake-cli.ts',
} as const;

/** Writes `programs.json`: a fake program by name, of each kind, with its script. */
export async function writePrograms(
  dataDir: string,
  scripts: Readonly<Record<string, AgentScript>>,
): Promise<void> {
  const kinds = Object.entries(PROGRAMS) as [ProgramPlatform, string][];
  const bundled = await Promise.all(
    kinds.map(async ([kind, file]) => ({ kind, file: await bundleEntry(file) })),
  );
  const programs = Object.entries(scripts).flatMap(([name, script]) =>
    bundled.map(({ kind, file }) => ({
      name,
      kind,
      command: process.execPath,
      ...(kind === 'terminal' && { screen: 'claude-code' }),
      args: [file, JSON.stringify(script)],
    })),
  );
  writeFileSync(join(dataDir, 'programs.json'), JSON.stringify({ programs }));
}
