import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PLAYGROUND_TOOLS } from './program-files.ts';

/**
 * Names the playground's tool server in the data folder's `mcp.json`, so that its words find tools to call. A file that is
 * there already is the person's, and stays as it is.
 */
export function offerPlaygroundTools(dataDir: string): void {
  const playground = { command: process.execPath, args: [PLAYGROUND_TOOLS] };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    const text = `${JSON.stringify({ mcpServers: { playground } }, null, 2)}\n`;
    writeFileSync(join(dataDir, 'mcp.json'), text, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  }
}
