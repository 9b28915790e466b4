import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StdioClientTransport,
  getDefaultEnvironment,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ToolListChangedNotificationSchema,
  type Tool as ServerTool,
} from '@modelcontextprotocol/sdk/types.js';

import type { CodedError } from '../../../shared/model/error-codes.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { Tool } from '../tools/tool.ts';
import { createMcpTools } from './mcp-tools.ts';
import type { ServerConfig } from './server-config.ts';

interface Log {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export type ServerState = 'idle' | 'starting' | 'ready' | 'backoff';

/** One configured server: started when first asked for, and again after it died. */
export interface McpServer {
  readonly state: () => ServerState;
  readonly error: () => string | null;
  readonly restarts: () => number;
  readonly toolCount: () => number | null;
  tools(): Promise<Result<readonly Tool[], CodedError>>;
  close(): Promise<void>;
}

const CONNECT_LIMIT_MS = 15_000;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;
/** What is kept of what a server says on standard error. */
const MAX_STDERR_LENGTH = 2_000;
/** Pages of tools, and tools of all of them. */
const MAX_PAGES = 50;
const MAX_TOOLS = 1_000;

export function createMcpServer(
  name: string,
  config: ServerConfig,
  log: Log,
  version: string,
): McpServer {
  let state: ServerState = 'idle';
  let connection: { readonly client: Client; tools: readonly Tool[] } | null = null;
  let connecting: Promise<Result<readonly Tool[], CodedError>> | null = null;
  let failures = 0;
  let restarts = 0;
  let everReady = false;
  let notBefore = 0;
  let lastError: string | null = null;
  let stderr = '';
  let closed = false;

  function transport(): Transport {
    if ('url' in config) {
      return new StreamableHTTPClientTransport(new URL(config.url), {
        requestInit: { headers: config.headers },
      });
    }
    const stdio = new StdioClientTransport({
      command: config.command,
      args: config.args,
      // Only what a program needs to run: the person's other variables are not the server's business.
      env: { ...getDefaultEnvironment(), ...config.env },
      ...(config.cwd !== undefined && { cwd: config.cwd }),
      stderr: 'pipe',
    });
    stdio.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR_LENGTH);
      log.debug({ server: name, bytes: chunk.length }, 'a tool server wrote to standard error');
    });
    return stdio;
  }

  async function connect(): Promise<Result<readonly Tool[], CodedError>> {
    state = 'starting';
    stderr = '';
    // Declares nothing: a server may not ask for samples, for the person's input, or for their folders.
    const client = new Client({ name: 'baton', version }, { capabilities: {} });
    const over = AbortSignal.timeout(CONNECT_LIMIT_MS);
    try {
      await withLimit(client.connect(transport(), { timeout: CONNECT_LIMIT_MS }), over);
      const made = {
        client,
        tools: createMcpTools(name, config, client, await listTools(client, over), version),
      };
      client.onclose = () => lost(made, 'it ended');
      client.onerror = (cause) =>
        log.debug({ server: name, reason: cause.message }, 'tool server fault');
      client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
        const signal = AbortSignal.timeout(CONNECT_LIMIT_MS);
        made.tools = createMcpTools(name, config, client, await listTools(client, signal), version);
      });
      connection = made;
      if (everReady) restarts += 1;
      everReady = true;
      failures = 0;
      lastError = null;
      state = 'ready';
      return ok(made.tools);
    } catch (cause) {
      void client.close().catch(() => undefined);
      return unavailable(cause instanceof Error ? cause.message : String(cause));
    }
  }

  function unavailable(reason: string): Result<never, CodedError> {
    failures += 1;
    const window = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1));
    notBefore = Date.now() + window / 2 + Math.random() * (window / 2);
    state = 'backoff';
    const said = stderr.trim();
    lastError = said === '' ? reason : `${reason}\n${said}`;
    log.warn({ server: name, failures }, 'a tool server cannot be reached');
    return down();
  }

  function down(): Result<never, CodedError> {
    const text = `The tool server ${name} cannot be reached: ${lastError ?? 'it is not running'}`;
    return err({ code: 'tool_unavailable', text });
  }

  function lost(which: NonNullable<typeof connection>, reason: string): void {
    if (connection !== which || closed) return;
    connection = null;
    lastError = stderr.trim() === '' ? reason : `${reason}: ${stderr.trim()}`;
    state = 'idle';
    log.warn({ server: name }, 'a tool server ended');
  }

  return {
    state: () => state,
    error: () => lastError,
    restarts: () => restarts,
    toolCount: () => connection?.tools.length ?? null,
    async tools() {
      if (closed) return down();
      if (connection !== null) return ok(connection.tools);
      if (connecting === null && Date.now() < notBefore) return down();
      connecting ??= connect().finally(() => (connecting = null));
      return connecting;
    },
    async close() {
      closed = true;
      await connecting;
      await connection?.client.close();
      connection = null;
    },
  };
}

async function listTools(client: Client, signal: AbortSignal): Promise<readonly ServerTool[]> {
  const tools: ServerTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor }, { signal });
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined || tools.length >= MAX_TOOLS) break;
  }
  return tools.slice(0, MAX_TOOLS);
}

function withLimit<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('it did not answer in time')), {
    once: true,
  });
  return Promise.race([work, promise]);
}
