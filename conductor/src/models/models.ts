import { readFileSync, statSync } from 'node:fs';

import type PQueue from 'p-queue';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { CodedError } from '../../../shared/model/error-codes.ts';
import type { Log } from '../engine/runtime.ts';
import {
  CANCELLED,
  type EndpointState,
  type ModelEndpoint,
  type ModelFault,
  type ModelReply,
  type ModelRequest,
  type Models,
  readChatRef,
} from '../features/minds/agents/feature.ts';
import { type Environment, readSecret, valueOf } from '../features/ground/settings/feature.ts';
import { type EndpointConfig, readModelsConfig } from './models-config.ts';

/** The language models of models.json, which is read again whenever it has changed. No file means no models. */
export function createModels({
  configFile,
  log,
  env = process.env,
}: {
  readonly configFile: string;
  readonly log: Log;
  readonly env?: Environment;
}): Models {
  let stamp: string | null = null;
  let entries: readonly Result<EndpointConfig, { name: string; fault: string }>[] = [];
  let fileFault: string | null = null;
  const lastSeen = new Map<string, EndpointState>();
  /** Queues by the name of the endpoint: requests under way, and those that wait for their turn. */
  const queues = new Map<string, PQueue>();

  async function queueOf({ name, max_concurrent: concurrency }: EndpointConfig): Promise<PQueue> {
    const { default: Queue } = await import('p-queue');
    const queue = queues.get(name) ?? new Queue();
    queues.set(name, queue);
    queue.concurrency = concurrency;
    return queue;
  }

  function refresh(): void {
    const now = stampOf(configFile);
    if (now === stamp) return;
    stamp = now;
    const read = now === null ? ok([]) : readFile(configFile);
    fileFault = read.ok ? null : read.error;
    // Half a file while someone saves it: what was there continues.
    if (read.ok) entries = read.value;
    else log.warn({ fault: read.error }, 'the language models cannot be read');
  }

  function endpointOf(modelRef: string): Result<EndpointConfig, CodedError> {
    refresh();
    const colon = modelRef.indexOf(':');
    const name = modelRef.slice(0, Math.max(0, colon));
    const entry = entries.find((one) => (one.ok ? one.value.name : one.error.name) === name);
    if (entry?.ok === true) return entry;
    const text =
      entry?.error.fault ?? fileFault ?? `There is no endpoint ${name} in ${configFile}.`;
    return err({ code: 'model_unavailable', text });
  }

  return {
    configFile,
    endpoints() {
      refresh();
      return entries.map((entry): ModelEndpoint => {
        if (!entry.ok) {
          const { name, fault } = entry.error;
          const none = { baseUrl: '', keyFrom: null, models: [], state: 'faulty' } as const;
          return { name, kind: 'openai-compatible', ...none, fault };
        }
        const { name, kind, base_url: baseUrl, models } = entry.value;
        const key = keyOf(entry.value, env);
        const fault = key.ok ? null : key.error;
        const state = key.ok ? (lastSeen.get(name) ?? 'unknown') : 'faulty';
        return { name, kind, baseUrl, keyFrom: keyFrom(entry.value), models, fault, state };
      });
    },
    check(modelRef) {
      // Whether the chat is there, the agents know.
      if (readChatRef(modelRef) !== null) return null;
      const endpoint = endpointOf(modelRef);
      if (!endpoint.ok) return endpoint.error;
      const key = keyOf(endpoint.value, env);
      return key.ok ? null : { code: 'model_unavailable', text: key.error };
    },
    contextTokens(modelRef) {
      const endpoint = endpointOf(modelRef);
      return (endpoint.ok ? endpoint.value.context_tokens : null) ?? null;
    },
    async ask(request) {
      if (readChatRef(request.modelRef) !== null) return askChat(request);
      const endpoint = endpointOf(request.modelRef);
      if (!endpoint.ok) return err({ ...endpoint.error, retryAfterMs: null });
      const key = keyOf(endpoint.value, env);
      if (!key.ok) return err({ code: 'model_unavailable', text: key.error, retryAfterMs: null });
      // The providers cost 24 MB and a sixth of a second: only whoever asks a model pays that.
      const { askModel } = await import('./ask-model.ts');
      const model = request.modelRef.slice(request.modelRef.indexOf(':') + 1);
      const headers = headersOf(endpoint.value, env);
      const access = { endpoint: endpoint.value, model, apiKey: key.value, headers };
      const queue = await queueOf(endpoint.value);
      const { signal } = request;
      const said = await queue
        .add(() => askModel(request, access), { signal })
        .catch((cause: unknown) => {
          if (!signal.aborted) throw cause;
          return err(CANCELLED);
        });
      const seen = stateAfter(said);
      if (seen !== null) lastSeen.set(endpoint.value.name, seen);
      return said;
    },
  };
}

/** Null: what came of it says nothing about the endpoint. */
function stateAfter(said: Result<ModelReply, ModelFault>): EndpointState | null {
  if (said.ok) return 'ready';
  switch (said.error.code) {
    case 'model_refused':
      return 'ready';
    case 'model_auth':
      return 'unauthorized';
    case 'model_unavailable':
    case 'model_overloaded':
      return 'unreachable';
    default:
      return null;
  }
}

async function askChat(request: ModelRequest): Promise<Result<ModelReply, ModelFault>> {
  const { chat } = request;
  if (chat === undefined) {
    const text = 'A web chat is asked by the sessions that it serves, and by nobody else.';
    return err({ code: 'model_unavailable', text, retryAfterMs: null });
  }
  const { askModel } = await import('./ask-model.ts');
  return askModel(request, { chat });
}

function stampOf(file: string): string | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? null : `${found.mtimeMs} ${found.size} ${found.ino}`;
  } catch (cause) {
    return String(cause); // It may not be looked at; reading it says why.
  }
}

function readFile(file: string): ReturnType<typeof readModelsConfig> {
  try {
    return readModelsConfig(readFileSync(file, 'utf8'), file);
  } catch (cause) {
    return err(
      `${file}: cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`,
    );
  }
}

function keyFrom({ api_key_env: variable, api_key_file: file }: EndpointConfig): string | null {
  if (variable !== undefined) return `environment variable ${variable}`;
  return file === undefined ? null : `file ${file}`;
}

/** Read at each call, and kept nowhere. */
function keyOf(
  { name, api_key_env: variable, api_key_file: file }: EndpointConfig,
  env: Environment,
): Result<string | null, string> {
  const key = readSecret({ variable, file }, env);
  return key.ok ? key : err(`${name}: ${key.error}`);
}

function headersOf(
  { headers_env: named }: EndpointConfig,
  env: Environment,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(named).flatMap(([header, variable]) => {
      const value = valueOf(variable, env);
      return value ? [[header, value]] : [];
    }),
  );
}
