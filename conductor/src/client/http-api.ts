import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as z from 'zod';

import { isErrorCode } from '../../../shared/model/error-code-names.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { ApiError, Operation } from '../../../shared/api/operation.ts';
import { type AskOptions, type BatonApi, operations } from '../../../shared/api/operations.ts';
import { event } from '../../../shared/api/service.ts';
import { streams } from '../../../shared/api/streams.ts';
import type { FoundConductor } from './find-conductor.ts';

/** How requests reach the conductor, and how the audit trail names their sender. */
export interface HttpAccess {
  /** Asked each time: a conductor may have ended since, and another one begun elsewhere. */
  readonly find: () => Result<Pick<FoundConductor, 'url' | 'adminSecret'>, ApiError>;
  readonly via: 'cli' | 'mcp';
}

const problem = z.object({ code: z.string(), detail: z.string(), field: z.string().optional() });

const chunk = z.looseObject({ type: z.string() });

/** How streams of the AI SDK end. */
const END_OF_CHAT = '[DONE]';

const JSON_LINES = 'application/x-ndjson';

const OUT_OF_SHAPE: ApiError = {
  code: 'internal',
  text: 'The answer is invalid: the conductor is of another version, or it ended.',
};

function errorOf(said: unknown): ApiError | null {
  const { success, data } = problem.safeParse(said);
  if (!success || !isErrorCode(data.code)) return null;
  const { code, detail, field } = data;
  return { code, text: detail, ...(field !== undefined && { field }) };
}

/** An event of the audit trail, as the API shows it. */
export type AuditEventView = z.output<typeof event>;

/** A running conductor over HTTP. */
export interface HttpApi extends BatonApi {
  /** A raw answer: an artifact's content, an export. */
  download(path: string): Promise<Result<Response, ApiError>>;
  /** Sends JSON lines as they are read, and tells what the conductor says of how far it is with them. */
  upload(
    path: string,
    body: ReadableStream,
    onProgress: (progress: unknown) => void,
  ): Promise<Result<unknown, ApiError>>;
  /**
   * The trail from now on, or after an event; continues automatically after a lost connection. Ends with the signal. Throws
   * FollowFault where it cannot begin.
   */
  follow(
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): AsyncGenerator<AuditEventView, void>;
  /**
   * Follows the answer in a session with an agent, chunk by chunk, until its stream ends or breaks; yields nothing
   * where none is under way. Throws FollowFault where it cannot begin.
   *
   * @param after Id of the chunk to go on after; null: from the first.
   */
  followChat(session: string, after: string | null, signal: AbortSignal): AsyncGenerator<ChatChunk>;
}

/** A chunk of a chat's stream. Its kinds are those of the AI SDK. */
export interface ChatChunk {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** A client of the HTTP API. It calls `find` before every request. */
export function createHttpApi({ find, via }: HttpAccess): HttpApi {
  async function ask(
    path: string,
    init: Omit<RequestInit, 'headers'> & {
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Result<Response, ApiError>> {
    const found = find();
    if (!found.ok) return found;
    const { url, adminSecret } = found.value;
    let response: Response;
    try {
      response = await fetch(new URL(path, url), {
        ...init,
        headers: { authorization: `Bearer ${adminSecret}`, 'baton-via': via, ...init.headers },
      });
    } catch (cause) {
      if (init.signal?.aborted === true) return err({ code: 'cancelled', text: 'Given up.' });
      const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : '';
      const text = `The conductor does not answer at ${url}${why === '' ? '' : ` (${why})`}.`;
      return err({ code: 'conductor_unreachable', text });
    }
    if (response.ok) return ok(response);
    const error = errorOf(await response.json().catch(() => null));
    const text = `${url} answered ${response.status}: it is no conductor of this version.`;
    return err(error ?? { code: 'internal', text });
  }

  async function askFor(
    operation: Operation,
    request: object = {},
    options: AskOptions = {},
  ): Promise<Result<unknown, ApiError>> {
    const {
      params = {},
      query = {},
      body,
    } = request as {
      readonly params?: Record<string, string>;
      readonly query?: Record<string, unknown>;
      readonly body?: unknown;
    };
    const path = operation.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value as string | number));
    }
    const answered = await ask(search.size === 0 ? path : `${path}?${search.toString()}`, {
      method: operation.method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey !== undefined && {
          'idempotency-key': options.idempotencyKey,
        }),
      },
      ...(options.signal && { signal: options.signal }),
    });
    if (!answered.ok) return answered;
    const parsed = operation.response.safeParse(await answered.value.json().catch(() => null));
    if (parsed.success) return ok(parsed.data);
    const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    const text = `The answer to ${operation.method} ${operation.path} is invalid at ${where}: the conductor is of another version.`;
    return err({ code: 'internal', text });
  }

  return {
    call: (id, request, options) => askFor(operations[id], request, options) as never,
    ask: (operation, request, options) => askFor(operation, request, options) as never,
    download: (path) => ask(path),
    async upload(path, body, onProgress) {
      const headers = { 'content-type': JSON_LINES, accept: JSON_LINES };
      const answered = await ask(path, { method: 'POST', body, duplex: 'half', headers });
      if (!answered.ok) return answered;
      let answer: unknown;
      for await (const said of linesOf(answered.value)) {
        const { progress, problem: failed } = said;
        if (failed !== undefined) return err(errorOf(failed) ?? OUT_OF_SHAPE);
        if (progress === undefined) answer = said;
        else onProgress(progress);
      }
      return answer === undefined ? err(OUT_OF_SHAPE) : ok(answer);
    },
    async *follow(query, signal) {
      let last = query['after'] ?? null;
      let heard = false;
      for (;;) {
        const search = new URLSearchParams(query);
        if (last !== null) search.set('after', last);
        const answered = await ask(`${streams.events.path}?${search.toString()}`, { signal });
        if (!answered.ok) {
          if (signal.aborted) return;
          if (!heard || answered.error.code !== 'conductor_unreachable')
            throw new FollowFault(answered.error);
          await pause(1_000, signal);
          continue;
        }
        heard = true;
        for await (const { data } of readMessages(answered.value, signal)) {
          const one = event.safeParse(JSON.parse(data));
          if (!one.success) continue;
          last = String(one.data.event_id);
          yield one.data;
        }
        if (signal.aborted) return;
      }
    },
    async *followChat(session, after, signal) {
      const path = streams.chatStream.path.replace(':id', encodeURIComponent(session));
      const headers = after === null ? {} : { 'last-event-id': after };
      const answered = await ask(path, { signal, headers });
      if (!answered.ok) {
        if (signal.aborted || answered.error.code === 'conductor_unreachable') return;
        throw new FollowFault(answered.error);
      }
      for await (const { id, data } of readMessages(answered.value, signal)) {
        const said = data === END_OF_CHAT ? null : chunk.safeParse(JSON.parse(data));
        if (said?.success === true) yield { id: id ?? '', data: said.data };
      }
    },
  };
}

/** Nothing can be followed there. */
export class FollowFault extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.text);
    this.error = error;
  }
}

async function* readMessages(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage> {
  const ready: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => ready.push(message) });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
      yield* ready.splice(0);
    }
  } catch (cause) {
    // The connection broke: the caller continues where it stood.
    if (!signal.aborted && !(cause instanceof TypeError)) throw cause;
  }
}

/** A document for each line; where there is one alone, it is the answer. */
async function* linesOf({ body }: Response): AsyncGenerator<Readonly<Record<string, unknown>>> {
  if (body === null) return;
  for await (const line of createInterface({ input: Readable.fromWeb(body) }))
    if (line !== '') yield JSON.parse(line) as Readonly<Record<string, unknown>>;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
