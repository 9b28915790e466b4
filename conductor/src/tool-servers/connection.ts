import type { Readable } from 'node:stream';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type Tool as ServerTool,
  ToolListChangedNotificationSchema,
  ToolSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { CodedError } from '../../../shared/model/error-codes.ts';
import type { Tool } from '../features/heart/actions/feature.ts';
import { limitedFetch } from './limited-fetch.ts';
import { createLineBuffer, type LineBuffer } from './line-buffer.ts';
import type { ServerConfig } from './server-config.ts';
import { createMcpTools, MAX_RESULT_BYTES } from './server-tools.ts';

interface Log {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** `idle`: started at the first call. `backoff`: it failed and is started again after a pause. */
export type ServerState = 'idle' | 'starting' | 'ready' | 'backoff';

/** One configured server: started when first asked for, and again after it died. */
export interface McpServer {
  readonly state: () => ServerState;
  readonly error: () => string | null;
  readonly restarts: () => number;
  readonly toolCount: () => number | null;
  /** Returns the process id of the running program; null: none runs, or the server is reached by an address. */
  readonly pid: () => number | null;
  /** Returns the server's last words on standard error. */
  readonly lastWords: () => string;
  /**
   * Returns the tools of the server, while it is connected and has not said that they changed. Null: `tools` asks it.
   */
  readonly known: () => readonly Tool[] | null;
  tools(): Promise<Result<readonly Tool[], CodedError>>;
  close(): Promise<void>;
}

/** A server that is there. */
interface Connected {
  readonly client: Client;
  tools: readonly Tool[];
  /** true: the server said that its tools have changed. */
  isStale: boolean;
  /** While they are asked for again. */
  listed: Promise<void> | null;
  /** Resolves when they are asked for again, where they have changed. */
  readonly fresh: () => Promise<void> | null;
}

/** Private fields of the SDK's transport over stdio. */
interface StdioInside {
  _readBuffer: LineBuffer;
  readonly _process?: { readonly stdout: Readable };
  processReadBuffer(): void;
}

const FIRST_BACKOFF_MS = 500;

const LONGEST_BACKOFF_MS = 60_000;

/** Characters kept of a server's standard error: some 50 lines. */
const MAX_STDERR_LENGTH = 8_000;

/** So much of that stands in why it cannot be reached. */
const MAX_TOLD_LENGTH = 2_000;

/** One message of a server: the largest result as base64, and some room around it. */
const MAX_LINE_BYTES = Math.ceil(MAX_RESULT_BYTES * 1.4);

/** Messages that a server has not taken yet: one that asks and does not read would have us keep all the answers. */
const MAX_UNTAKEN = 1_000;

const UNREAD = 'it does not read what it is told';

/** Pages of tools, and tools of all of them. */
const MAX_PAGES = 50;

const MAX_TOOLS = 1_000;

/** A tool server, not started yet. */
export function createMcpServer(
  name: string,
  config: ServerConfig,
  log: Log,
  version: string,
  connectLimitMs: number,
): McpServer {
  let state: ServerState = 'idle';
  let connection: Connected | null = null;
  let connecting: Promise<Result<readonly Tool[], CodedError>> | null = null;
  let failures = 0;
  let restarts = 0;
  let everReady = false;
  let notBefore = 0;
  let lastError: string | null = null;
  let stderr = '';
  let closed = false;
  const closing = new AbortController();
  let abandoned: Promise<unknown> = Promise.resolve();

  function transport(): Transport {
    if ('url' in config) {
      const http = new StreamableHTTPClientTransport(new URL(config.url), {
        requestInit: { headers: config.headers },
        fetch: limitedFetch(MAX_LINE_BYTES), // guard: bounded-answers
      });
      return endUnread(http);
    }
    const stdio = new StdioClientTransport({
      command: config.command,
      args: config.args,
      // Only what a program needs to run: the person's other variables are not the server's business.
      env: { ...getDefaultEnvironment(), ...config.env }, // guard: server-environment
      ...(config.cwd !== undefined && { cwd: config.cwd }),
      stderr: 'pipe',
    });
    // Under the names the pinned SDK has for its own; tests with a result of 50 MB and with a flood tell when that changes.
    const inner = stdio as unknown as StdioInside;
    inner._readBuffer = createLineBuffer(MAX_LINE_BYTES, (ms, again) => {
      const out = inner._process?.stdout;
      out?.pause();
      setTimeout(() => {
        again();
        out?.resume();
        inner.processReadBuffer();
      }, ms);
    });
    stdio.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR_LENGTH);
      log.debug({ server: name, bytes: chunk.length }, 'a tool server wrote to standard error');
    });
    return endUnread(stdio);
  }

  async function connect(): Promise<Result<readonly Tool[], CodedError>> {
    state = 'starting';
    stderr = '';
    // Declares nothing: a server may not ask for samples, for the person's input, or for their folders.
    const client = new Client({ name: 'baton', version }, { capabilities: {} });
    let fault: string | null = null;
    client.onerror = (cause) => {
      fault = cause.message;
      // Its message may quote what the server said: a log is no place for that.
      // guard: faults-quote-nothing
      log.debug({ server: name, kind: cause.name }, 'tool server fault');
    };
    const list = async (signal: AbortSignal): Promise<readonly Tool[]> => {
      const { tools, faulty } = await listTools(client, signal);
      if (faulty > 0) log.warn({ server: name, faulty }, 'invalid tools are left out');
      const broken = (reason: string): void => {
        lost(made, reason);
        void client.close().catch(() => undefined); // It is gone anyway.
      };
      return createMcpTools(name, config, { client, fault: () => fault, broken }, tools);
    };
    /** Asked for when somebody wants them, and once for all who do: a server may say without end that they changed. */
    const listAgain = async (): Promise<void> => {
      made.isStale = false;
      try {
        made.tools = await within(connectLimitMs, closing.signal, list);
      } catch {
        made.isStale = true; // Those of before stand, and the next who wants them asks again.
      }
    };
    const made: Connected = {
      client,
      tools: [],
      isStale: false,
      listed: null,
      fresh() {
        if (made.isStale) made.listed ??= listAgain().finally(() => (made.listed = null));
        return made.listed;
      },
    };
    try {
      made.tools = await within(connectLimitMs, closing.signal, async (over) => {
        await withLimit(client.connect(transport(), { timeout: connectLimitMs }), over);
        return list(over);
      });
      client.onclose = () => lost(made, fault ?? 'it ended');
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
        made.isStale = true; // guard: list-when-wanted
      });
      connection = made;
      if (everReady) restarts += 1;
      everReady = true;
      failures = 0;
      lastError = null;
      state = 'ready';
      return ok(made.tools);
    } catch (cause) {
      abandoned = client.close().catch(() => undefined);
      return unavailable(cause instanceof Error ? cause.message : String(cause));
    }
  }

  function unavailable(reason: string): Result<never, CodedError> {
    failures += 1;
    const window = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1));
    notBefore = Date.now() + window / 2 + Math.random() * (window / 2);
    state = 'backoff';
    const said = told();
    lastError = said === '' ? reason : `${reason}\n${said}`;
    log.warn({ server: name, failures }, 'a tool server cannot be reached');
    return down();
  }

  function told(): string {
    return stderr.trim().slice(-MAX_TOLD_LENGTH);
  }

  function down(): Result<never, CodedError> {
    const text = `The tool server ${name} cannot be reached: ${lastError ?? 'it is not running'}`;
    return err({ code: 'tool_unavailable', text });
  }

  function lost(which: NonNullable<typeof connection>, reason: string): void {
    if (connection !== which || closed) return;
    connection = null;
    lastError = told() === '' ? reason : `${reason}: ${told()}`;
    state = 'idle';
    log.warn({ server: name }, 'a tool server ended');
  }

  return {
    state: () => state,
    error: () => lastError,
    restarts: () => restarts,
    toolCount: () => connection?.tools.length ?? null,
    pid: () =>
      connection?.client.transport instanceof StdioClientTransport
        ? connection.client.transport.pid
        : null,
    lastWords: () => stderr,
    known: () =>
      connection === null || connection.isStale || connection.listed !== null
        ? null
        : connection.tools,
    async tools() {
      if (closed) return down();
      if (connection !== null) {
        const { fresh } = connection;
        await fresh();
      }
      if (connection !== null) return ok(connection.tools);
      if (connecting === null && Date.now() < notBefore) return down();
      connecting ??= connect().finally(() => (connecting = null));
      return connecting;
    },
    async close() {
      closed = true;
      closing.abort();
      await connecting;
      await abandoned;
      await connection?.client.close();
      connection = null;
    },
  };
}

/** Ends the connection to a server that does not take what it is told. */
function endUnread(transport: Transport): Transport {
  const send = transport.send.bind(transport);
  let untaken = 0;
  let ended = false;
  transport.send = async (message, options) => {
    // guard: answers-taken
    if (untaken >= MAX_UNTAKEN && !ended) {
      ended = true;
      // Whatever fails from now on fails for that.
      transport.onerror?.(new Error(UNREAD));
      delete transport.onerror;
      void transport.close().catch(() => undefined); // It is gone anyway.
    }
    if (ended) throw new Error(UNREAD);
    untaken += 1;
    try {
      await send(message, options);
    } finally {
      untaken -= 1;
    }
  };
  return transport;
}

const listed = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional(),
});

/** Fields of a tool that are used. Others cannot be at fault: an invalid output schema is the server's matter. */
const usedOfTool = ToolSchema.pick({
  name: true,
  title: true,
  description: true,
  inputSchema: true,
  annotations: true,
});

/** Tool by tool: one that is invalid takes no other down, as it would with client.listTools. */
async function listTools(
  client: Client,
  signal: AbortSignal,
): Promise<{ readonly tools: readonly ServerTool[]; readonly faulty: number }> {
  const tools: ServerTool[] = [];
  let faulty = 0;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, listed, { signal });
    for (const one of answer.tools) {
      const parsed = usedOfTool.safeParse(one);
      if (parsed.success) tools.push(parsed.data);
      else faulty += 1;
    }
    cursor = answer.nextCursor;
    if (cursor === undefined || tools.length >= MAX_TOOLS) break;
  }
  return { tools: tools.slice(0, MAX_TOOLS), faulty };
}

/**
 * Gives the work a signal that ends it after so long, or when all is closing. It ends nothing once the work has ended:
 * the SDK goes on listening, and would tell the server that nobody waits for what was answered long ago.
 */
async function within<T>(
  limitMs: number,
  closing: AbortSignal,
  work: (over: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const end = (): void => over.abort(new Error('it did not answer in time'));
  const timer = setTimeout(end, limitMs).unref();
  closing.addEventListener('abort', end, { once: true });
  if (closing.aborted) end();
  try {
    return await work(over.signal);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', end);
  }
}

function withLimit<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('it did not answer in time')), {
    once: true,
  });
  return Promise.race([work, promise]);
}
