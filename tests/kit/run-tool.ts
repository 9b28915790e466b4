import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../launcher/root.ts';

export interface ToolResult {
  readonly code: number | null;
  /** Standard output, then standard error. */
  readonly output: string;
}

/** Runs a tool of node_modules, under the Node that runs the tests, to its end. */
export async function runTool(
  tool: string,
  args: readonly string[],
  { cwd = ROOT, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<ToolResult> {
  const child = spawn(join(ROOT, 'node_modules', '.bin', tool), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      NO_COLOR: '1',
      ...env,
    },
  });
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output: `${out}${err}`.trim() };
}
