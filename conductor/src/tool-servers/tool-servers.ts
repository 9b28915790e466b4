import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { ToolServers, ToolSource } from '../features/heart/actions/feature.ts';
import type { McpServer } from './connection.ts';
import { createLazyServer } from './lazy-connection.ts';
import { readServerConfigs, type ServerConfig, type ServerConfigs } from './server-config.ts';

interface Log {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The state of one server, as the API shows it. */
export type McpServerStatus = ReturnType<ToolServers['status']>[number];

/** `status` names before the servers the config file itself, where it cannot be read as a whole. */
export type McpSource = ToolSource & ToolServers;

interface Entry {
  readonly config: Result<ServerConfig, string>;
  /** Text of the entry as written: a changed one is started again. */
  readonly text: string;
  readonly server: McpServer | null;
}

/** Long enough for a program that is fetched first. */
const CONNECT_LIMIT_MS = 15_000;

/**
 * Targets `mcp.<server>`: one for each server of the config file, which is read again whenever it has changed. No file
 * means no servers.
 */
export function createMcpSource({
  configFile,
  log,
  version,
  env = process.env,
  connectLimitMs = CONNECT_LIMIT_MS,
}: {
  readonly configFile: string;
  readonly log: Log;
  readonly version: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How long a server may take to start and list its tools. */
  readonly connectLimitMs?: number;
}): McpSource {
  let entries = new Map<string, Entry>();
  let stamp = '';
  let fileFault: string | null = null;

  function refresh(): void {
    const now = stampOf(configFile);
    if (now === stamp) return;
    stamp = now;
    const read = now === NO_FILE ? ok(new Map() as ServerConfigs) : readConfigs(configFile, env);
    fileFault = read.ok ? null : read.error;
    if (!read.ok) {
      // Half a file while someone saves it: what ran continues.
      log.warn({ fault: read.error }, 'the tool servers cannot be read');
      return;
    }
    const next = new Map<string, Entry>();
    for (const [name, config] of read.value) {
      const text = JSON.stringify(config);
      const before = entries.get(name);
      if (before?.text === text) {
        next.set(name, before);
        continue;
      }
      if (!config.ok) log.warn({ fault: config.error }, 'a tool server cannot be used');
      const usable = config.ok && !config.value.disabled;
      const server = usable ? start(name, config.value) : null;
      next.set(name, { config, text, server });
    }
    for (const [name, { server }] of entries) {
      if (next.get(name)?.server === server) continue;
      server?.close().catch(() => undefined); // It is going anyway.
    }
    entries = next;
  }

  function entryOf(target: string): Entry | undefined {
    refresh();
    return entries.get(target.replace(/^mcp\./, ''));
  }

  const start = (name: string, config: ServerConfig): McpServer =>
    createLazyServer([name, config, log, version, connectLimitMs]);

  return {
    configFile,
    detail(name) {
      refresh();
      const server = entries.get(name)?.server ?? null;
      return server === null ? null : { pid: server.pid(), lastWords: server.lastWords() };
    },
    async restart(name) {
      refresh();
      const entry = entries.get(name);
      if (entry === undefined || entry.server === null || !entry.config.ok) return false;
      const server = start(name, entry.config.value);
      entries.set(name, { ...entry, server });
      await entry.server.close().catch(() => undefined); // It is going anyway.
      await server.tools();
      return true;
    },
    targets() {
      refresh();
      return [...entries]
        .filter(([, { config }]) => !config.ok || !config.value.disabled)
        .map(([name]) => `mcp.${name}`);
    },
    known: (target) => entryOf(target)?.server?.known() ?? null,
    async toolsOf(target) {
      const entry = entryOf(target);
      if (entry !== undefined && entry.server !== null) return entry.server.tools();
      const text =
        entry !== undefined && !entry.config.ok
          ? entry.config.error
          : (fileFault ?? `There is no tool server ${target}.`);
      return err({ code: 'tool_unavailable', text });
    },
    status() {
      refresh();
      const whole = { server: basename(configFile), state: 'faulty', tools: null } as const;
      const own = [...entries].map(([server, { config, server: running }]) => ({
        server,
        state: !config.ok ? 'faulty' : running === null ? 'disabled' : running.state(),
        tools: running?.toolCount() ?? null,
        error: config.ok ? (running?.error() ?? null) : config.error,
        restarts: running?.restarts() ?? 0,
      })) satisfies McpServerStatus[];
      return fileFault === null ? own : [{ ...whole, error: fileFault, restarts: 0 }, ...own];
    },
    async close() {
      await Promise.all([...entries.values()].map(async ({ server }) => server?.close()));
    },
  };
}

const NO_FILE = 'none';

/** Another one when the file may hold something else than before. */
function stampOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? NO_FILE : `${found.mtimeMs} ${found.size} ${found.ino}`;
  } catch (cause) {
    return String(cause); // It may not be looked at; reading it says why.
  }
}

function readConfigs(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Result<ServerConfigs, string> {
  try {
    return readServerConfigs(readFileSync(file, 'utf8'), file, env);
  } catch (cause) {
    return err(
      `${file}: cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`,
    );
  }
}
