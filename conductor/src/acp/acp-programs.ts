import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import type { ClientConnection } from '@agentclientprotocol/sdk';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { CodedError } from '../../../shared/model/error-codes.ts';
import type {
  AcpAgent,
  AcpHooks,
  AcpLaunch,
  AcpPrograms,
  AcpReply,
} from '../features/teams/runs/feature.ts';
import { programStream } from './program-stream.ts';
import { begunSession, readUpdate, stopReasonOf } from './session-updates.ts';
import { createToolCalls } from './tool-calls.ts';

interface Log {
  debug(fields: object, message: string): void;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A program that loads a model's tools takes seconds; one that asks for a login in a browser never answers. */
const START_LIMIT_MS = 60_000;
const TERM_LIMIT_MS = 5_000;
/** Characters kept of its standard error: the last lines go into the reason of a failure. */
const MAX_STDERR = 4_000;
const MAX_TOLD = 2_000;
/** Most characters of one reply. */
const MAX_TEXT = 1_000_000;
/** Most characters of all that a person is shown of a request. A longer request is refused unasked. */
const MAX_QUESTION = 100_000;
/** The protocol's code of a request that needs a login first. */
const AUTH_REQUIRED = -32_000;

/** Starts coding agents, and speaks the Agent Client Protocol with them. The SDK is loaded with the first. */
export function createAcpPrograms({ log, version }: { log: Log; version: string }): AcpPrograms {
  return {
    async start(launch, hooks) {
      const { command, args, folder, tools } = launch;
      const child = spawn(command, args, {
        cwd: folder,
        env: environmentOf(launch),
        stdio: ['pipe', 'pipe', 'pipe'],
        // A group of its own: what it starts ends with it.
        detached: true,
      });
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => {
        stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR);
      });
      // A program that ended does not take what is written to it.
      child.stdin.on('error', () => undefined);
      // What it started and left behind.
      child.once('exit', () => signal(child, 'SIGKILL')); // guard: program-leaves-nothing
      const failed = once(child, 'error').then(([cause]: unknown[]) => String(cause));
      const exited = once(child, 'exit').then(() => 'It ended.');
      const gone = Promise.race([failed, exited.catch(() => 'It ended.')]);
      const why = (text: string): string => [text, stderr.trim()].join('\n').slice(0, MAX_TOLD);
      try {
        const begun = await Promise.race([
          begin(child, { hooks, folder, tools, version }),
          gone.then((text) => err({ code: 'worker_lost', text } as const)),
          within(START_LIMIT_MS),
        ]);
        if (begun.ok) return ok(agentOf(child, begun.value, { why, gone }));
        await end(child);
        return err({ ...begun.error, text: why(begun.error.text) });
      } catch (cause) {
        await end(child);
        // Its words are its own.
        const fault = cause instanceof Error ? cause.name : typeof cause;
        log.debug({ command, fault }, 'a coding agent could not be started');
        return err(faultOf(cause, why));
      }
    },
  };
}

interface Begun {
  readonly connection: ClientConnection;
  readonly sessionId: string;
  /** Sets the listener to its text; null: the text is dropped. */
  readonly listen: (heard: ((text: string) => void) | null) => void;
}

async function begin(
  child: Child,
  {
    hooks,
    folder,
    tools,
    version,
  }: Pick<AcpLaunch, 'folder' | 'tools'> & { readonly hooks: AcpHooks; readonly version: string },
): Promise<Result<Begun, CodedError>> {
  const { client, methods, PROTOCOL_VERSION } = await import('@agentclientprotocol/sdk');
  const calls = createToolCalls();
  let sessionId: string | null = null;
  let heard: ((text: string) => void) | null = null;

  function hear(params: unknown): void {
    const update = readUpdate(params, sessionId);
    if (update === null) return;
    if (update.sessionUpdate === 'agent_message_chunk') {
      const { text } = update.content;
      heard?.(text);
      hooks.tell(text);
      return;
    }
    calls.hear(update.toolCallId, update); // guard: program-said-before
    if (update.sessionUpdate === 'tool_call' && typeof update.title === 'string')
      hooks.tell(`\n${update.title}\n`);
  }

  const app = client({ name: 'baton' }).onRequest(
    methods.client.session.requestPermission,
    async ({ params }) => {
      const nothing = { outcome: { outcome: 'cancelled' } } as const;
      if (params.sessionId !== sessionId) return nothing;
      const { title, about, missing } = calls.with(params.toolCall.toolCallId, params.toolCall);
      const question = {
        title: title ?? 'It asks for permission, and does not say for what.',
        about,
        options: params.options.map(({ optionId: id, name, kind }) => ({ id, name, kind })),
      };
      // guard: program-shown-whole
      if (missing.length > 0 || JSON.stringify(question).length > MAX_QUESTION) {
        hooks.tell('\nIt asked for more than can be shown, and was refused.\n');
        return nothing;
      }
      const optionId = await hooks.ask(question);
      return optionId === null ? nothing : { outcome: { outcome: 'selected', optionId } };
    },
  );
  const connection = app.connect(programStream(child, hear));
  // One that broke the protocol is of no more use.
  void connection.closed.then(() => end(child));
  const { protocolVersion, agentCapabilities } = await connection.agent.request(
    methods.agent.initialize,
    {
      protocolVersion: PROTOCOL_VERSION,
      // It may neither read files nor run commands through Baton.
      clientCapabilities: {},
      clientInfo: { name: 'baton', title: 'Baton', version },
    },
  );
  if (protocolVersion !== PROTOCOL_VERSION) {
    const text = `It speaks version ${protocolVersion} of the protocol, and Baton ${PROTOCOL_VERSION}.`;
    return err({ code: 'template_missing', text });
  }
  // One that takes no server over HTTP calls its tools by lines.
  const canCall = agentCapabilities?.mcpCapabilities?.http === true && tools !== null;
  const server = { type: 'http', name: 'baton', url: tools ?? '', headers: [] } as const;
  const asked = { cwd: folder, mcpServers: canCall ? [server] : [] };
  const own = begunSession(await connection.agent.request(methods.agent.session.new, asked));
  sessionId = own;
  return ok({ connection, sessionId: own, listen: (to) => (heard = to) });
}

function agentOf(
  child: Child,
  { connection, sessionId, listen }: Begun,
  {
    why,
    gone,
  }: {
    readonly why: (text: string) => string;
    readonly gone: Promise<string>;
  },
): AcpAgent {
  async function turn(text: string): Promise<Result<AcpReply, CodedError>> {
    let said = '';
    listen((more) => {
      if (said.length < MAX_TEXT) said = (said + more).slice(0, MAX_TEXT);
    });
    const asked = { sessionId, prompt: [{ type: 'text', text }] };
    const ended = await connection.agent.request<unknown>('session/prompt', asked);
    const reason = stopReasonOf(ended);
    if (reason === 'cancelled') return err({ code: 'cancelled', text: 'Its turn was cancelled.' });
    const isCut = reason !== null || said.length === MAX_TEXT;
    const complete =
      reason === 'end_turn' && said.length < MAX_TEXT ? 'whole' : isCut ? 'cut' : 'unproven';
    return ok({ text: said, complete });
  }

  return {
    async prompt(text) {
      const lost = gone.then((ended) => err({ code: 'worker_lost', text: why(ended) } as const));
      try {
        return await Promise.race([turn(text), lost]);
      } catch (cause) {
        return err(faultOf(cause, why));
      } finally {
        listen(null);
      }
    },
    hasEnded: () =>
      child.exitCode !== null || child.signalCode !== null || connection.signal.aborted,
    async close() {
      connection.close();
      await end(child);
    },
  };
}

function environmentOf({ env }: AcpLaunch): Record<string, string> {
  const named = env.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...getDefaultEnvironment(), ...Object.fromEntries(named) };
}

async function within(ms: number): Promise<Result<never, CodedError>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms).unref();
  await promise;
  return err({ code: 'template_missing', text: `It did not begin a session within ${ms} ms.` });
}

function faultOf(cause: unknown, why: (text: string) => string): CodedError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code: unknown = (cause as { readonly code?: unknown } | null)?.code;
  return code === AUTH_REQUIRED
    ? { code: 'template_login', text: why(message) }
    : { code: 'worker_lost', text: why(message) };
}

async function end(child: Child): Promise<void> {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const exited = once(child, 'exit');
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), TERM_LIMIT_MS);
  await exited;
  clearTimeout(timer);
}

/** To it and to all that it started. */
function signal({ pid }: Child, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // None of them is left.
  }
}
