import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { createMcpSource, type McpSource } from '../../conductor/src/tool-servers/tool-servers.ts';
import type {
  ToolOutcome,
  ToolProgress,
} from '../../conductor/src/features/heart/actions/tools/tool.ts';
import {
  createToolRegistry,
  type ToolRegistry,
} from '../../conductor/src/features/heart/actions/tools/tool-registry.ts';
import { ROOT } from '../../launcher/root.ts';
import { callContext } from './call-context.ts';

/** A server of the MCP project, as it is installed here. */
export function installedServer(
  name: 'filesystem' | 'memory' | 'everything',
  ...args: readonly string[]
): { readonly command: string; readonly args: readonly string[] } {
  const bin = join(ROOT, 'node_modules', '.bin', `mcp-server-${name}`);
  return { command: process.execPath, args: [bin, ...args] };
}

/** Our own server that misbehaves; `log` gets a line for each start and call. */
export function hostileServer(
  manner:
    | 'mute'
    | 'stillborn'
    | 'tools'
    | 'noisy'
    | 'injecting'
    | 'restless'
    | 'deaf'
    | 'plenty'
    | 'turncoat',
  log?: string,
): { readonly command: string; readonly args: readonly string[] } {
  const entry = join(ROOT, 'tests', 'kit', 'hostile-mcp-server.ts');
  return { command: process.execPath, args: [entry, manner, ...(log === undefined ? [] : [log])] };
}

export function linesOf(log: string, word: string): string[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(word));
}

export interface ToolServers {
  readonly source: McpSource;
  readonly tools: ToolRegistry;
  readonly configFile: string;
  /** Warnings in the log, as one text each. */
  readonly warnings: readonly string[];
  configure(servers: Readonly<Record<string, unknown>>): void;
  /** Calls `mcp.<server>::<tool>` as an action does; throws where there is no such tool. */
  call(
    server: string,
    tool: string,
    params?: Readonly<Record<string, string | number>>,
    more?: { readonly signal?: AbortSignal; readonly progress?: (report: ToolProgress) => void },
  ): Promise<ToolOutcome>;
}

/** Starts the tool servers of a config file in the test's own process. Close `tools` at the end. */
export function toolServers(
  dir: string,
  servers: Readonly<Record<string, unknown>>,
  {
    env = {},
    connectLimitMs = 15_000,
  }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly connectLimitMs?: number;
  } = {},
): ToolServers {
  const configFile = join(dir, 'mcp.json');
  const warnings: string[] = [];
  let written = 0;
  const configure = (wanted: Readonly<Record<string, unknown>>): void => {
    // Ever longer: a change is seen even where the clock of the file system is coarse.
    const text = JSON.stringify({ mcpServers: wanted });
    writeFileSync(configFile, text + ' '.repeat((written += 1)));
  };
  configure(servers);
  const source = createMcpSource({
    configFile,
    version: '0',
    env,
    connectLimitMs,
    log: {
      debug: () => undefined,
      warn: (fields, message) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
    },
  });
  const tools = createToolRegistry([source]);
  return {
    source,
    tools,
    configFile,
    warnings,
    configure,
    async call(server, name, params = {}, { signal, progress = () => undefined } = {}) {
      const found = await tools.find(`mcp.${server}`, name);
      if (!found.ok) throw new Error(`${found.error.code}: ${found.error.text}`);
      const context = { ...callContext(), progress, ...(signal && { signal }) };
      return tools.run(found.value, params, context);
    },
  };
}

/** server-everything over streamable HTTP, in a process of its own; ends with `kill`. */
export async function everythingOverHttp(
  port: number,
): Promise<{ readonly url: string; kill(): Promise<void> }> {
  const { command, args } = installedServer('everything', 'streamableHttp');
  const child: ChildProcess = spawn(command, args, {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.stderr === null) throw new Error('the server has no standard error');
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) if (line.includes('listening on port')) break;
  child.stderr.resume();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
