import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';

import type { ActiveSession, ClientConnection } from '@agentclientprotocol/sdk';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { CodedError } from '../../../shared/model/error-codes.ts';
import type {
  AcpAgent,
  AcpHooks,
  AcpLaunch,
  AcpPrograms,
  AcpQuestion,
} from '../features/runs/feature.ts';

interface Log {
  debug(fields: object, message: string): void;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A program that loads a model's tools takes seconds; one that asks for a login in a browser never answers. */
const START_LIMIT_MS = 60_000;
const TERM_LIMIT_MS = 5_000;
/** What is kept of what it says on standard error: its last lines stand in why it failed. */
const MAX_STDERR = 4_000;
const MAX_TOLD = 2_000;
/** Of one reply. */
const MAX_TEXT = 1_000_000;
/** The protocol's code of a request that needs a login first. */
const AUTH_REQUIRED = -32_000;

/** Starts coding agents, and speaks the Agent Client Protocol with them. The SDK is loaded with the first. */
export function createAcpPrograms({ log, version }: { log: Log; version: string }): AcpPrograms {
  return {
    async start(launch, hooks) {
      const { command, args, folder } = launch;
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
      const failed = once(child, 'error').then(([cause]: unknown[]) => String(cause));
      const exited = once(child, 'exit').then(() => 'It ended.');
      const gone = Promise.race([failed, exited.catch(() => 'It ended.')]);
      const why = (text: string): string => [text, stderr.trim()].join('\n').slice(0, MAX_TOLD);
      try {
        const begun = await Promise.race([
          begin(child, { hooks, folder, version }),
          gone.then((text) => err({ code: 'worker_lost', text } as const)),
          within(START_LIMIT_MS),
        ]);
        if (begun.ok) return ok(agentOf(child, begun.value, { hooks, why, gone }));
        await end(child);
        return err({ ...begun.error, text: why(begun.error.text) });
      } catch (cause) {
        await end(child);
        log.debug({ command, err: cause }, 'a coding agent could not be started');
        return err(faultOf(cause, why));
      }
    },
  };
}

interface Begun {
  readonly connection: ClientConnection;
  readonly session: ActiveSession;
}

async function begin(
  child: Child,
  {
    hooks,
    folder,
    version,
  }: { readonly hooks: AcpHooks; readonly folder: string; readonly version: string },
): Promise<Result<Begun, CodedError>> {
  const { client, methods, ndJsonStream, PROTOCOL_VERSION } =
    await import('@agentclientprotocol/sdk');
  const app = client({ name: 'baton' }).onRequest(
    methods.client.session.requestPermission,
    async ({ params }) => {
      const options = params.options.map(
        ({ optionId: id, name, kind }): AcpQuestion['options'][number] => ({
          id,
          name,
          allows: kind.startsWith('allow'),
        }),
      );
      const title = params.toolCall.title ?? 'It asks for permission.';
      const optionId = await hooks.ask({ title, options });
      return optionId === null
        ? { outcome: { outcome: 'cancelled' } }
        : { outcome: { outcome: 'selected', optionId } };
    },
  );
  const connection = app.connect(
    ndJsonStream(
      Writable.toWeb(child.stdin),
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    ),
  );
  const { protocolVersion } = await connection.agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    // It may neither read files nor run commands through Baton.
    clientCapabilities: {},
    clientInfo: { name: 'baton', title: 'Baton', version },
  });
  if (protocolVersion !== PROTOCOL_VERSION) {
    const text = `It speaks version ${protocolVersion} of the protocol, and Baton ${PROTOCOL_VERSION}.`;
    return err({ code: 'template_missing', text });
  }
  const session = await connection.agent.buildSession(folder).start();
  return ok({ connection, session });
}

function agentOf(
  child: Child,
  { connection, session }: Begun,
  {
    hooks,
    why,
    gone,
  }: {
    readonly hooks: AcpHooks;
    readonly why: (text: string) => string;
    readonly gone: Promise<string>;
  },
): AcpAgent {
  async function turn(text: string): Promise<Result<string, CodedError>> {
    const answered = session.prompt(text);
    // It is told once, by the message that ends the turn.
    answered.catch(() => undefined);
    let said = '';
    for (;;) {
      const message = await Promise.race([session.nextUpdate(), failure(answered)]);
      if (message.kind === 'stop') {
        if (message.stopReason === 'cancelled')
          return err({ code: 'cancelled', text: 'Its turn was cancelled.' });
        return ok(said);
      }
      const { update } = message;
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
        said = (said + update.content.text).slice(0, MAX_TEXT);
        hooks.tell(update.content.text);
      } else if (update.sessionUpdate === 'tool_call') hooks.tell(`\n${update.title}\n`);
    }
  }

  return {
    async prompt(text) {
      const lost = gone.then((ended) => err({ code: 'worker_lost', text: why(ended) } as const));
      try {
        return await Promise.race([turn(text), lost]);
      } catch (cause) {
        return err(faultOf(cause, why));
      }
    },
    hasEnded: () =>
      child.exitCode !== null || child.signalCode !== null || connection.signal.aborted,
    async close() {
      session.dispose();
      connection.close();
      await end(child);
    },
  };
}

/** Only its failure: what it resolves with is told as an update as well, behind all others. */
async function failure(work: Promise<unknown>): Promise<never> {
  await work;
  return new Promise<never>(() => undefined);
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
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  signal(pid, 'SIGTERM');
  const timer = setTimeout(() => signal(pid, 'SIGKILL'), TERM_LIMIT_MS);
  await exited;
  clearTimeout(timer);
  // What it started and left behind.
  signal(pid, 'SIGKILL');
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // It ended a moment ago.
  }
}
