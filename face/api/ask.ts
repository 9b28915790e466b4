import type {
  OperationResponse,
  ApiError,
  Operation,
  Request,
} from '../../shared/api/operation.ts';
import type { OperationId, Operations } from '../../shared/api/operations.ts';
import { isErrorCode } from '../../shared/model/error-code-names.ts';
import { err, ok, type Result } from '../../shared/lib/result.ts';
import { pageHeaders } from './page-token.ts';
import { ROUTES } from './routes.ts';

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** Names what a person wants once, so that a second try is the same wish. */
  readonly idempotencyKey?: string;
}

/** The conductor's operations over the page's own cookie. Never rejects. */
export type Ask = <Id extends OperationId>(
  id: Id,
  request?: Partial<Request<Operations[Id]>>,
  options?: AskOptions,
) => Promise<Result<OperationResponse<Operations[Id]>, ApiError>>;

type Method = Operation['method'];

/** Asks one route, with what every request of the page carries. Never rejects. */
export async function askRoute(
  method: Method,
  path: string,
  body?: unknown,
  { signal, idempotencyKey }: AskOptions = {},
): Promise<Result<unknown, ApiError>> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...pageHeaders(),
        ...(method !== 'GET' && { 'baton-via': 'face' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      redirect: 'error',
      cache: 'no-store',
    });
  } catch {
    if (signal?.aborted === true) return err({ code: 'cancelled', text: 'Given up.' });
    return err({ code: 'conductor_unreachable', text: 'The conductor does not answer.' });
  }
  const said: unknown = await response.json().catch(() => null);
  if (response.ok && said !== null) return ok(said);
  return err(problemOf(said) ?? { code: 'internal', text: `It answered ${response.status}.` });
}

/** `whenLocked` looks for a new session after one was refused; false: a person has to sign in. */
export function createAsk(whenLocked: () => Promise<boolean>): Ask {
  return async (id, request = {}, options = {}) => {
    const [method, pattern] = ROUTES[id];
    const { params, query, body } = request as {
      readonly params?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, unknown>>;
      readonly body?: unknown;
    };
    const path = addressOf(pattern, params, query);
    const keyed = method === 'POST' ? { idempotencyKey: crypto.randomUUID(), ...options } : options;
    let answered = await askRoute(method, path, body, keyed);
    if (!answered.ok && isLocked(answered.error) && (await whenLocked())) {
      answered = await askRoute(method, path, body, keyed);
    }
    return answered as never;
  };
}

export function addressOf(
  pattern: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = pattern.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value as string | number));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** Tells whether the session that asked is none, or none any more. */
export function isLocked({ code }: ApiError): boolean {
  return code === 'unauthorized' || code === 'face_restarted';
}

export function problemOf(said: unknown): ApiError | null {
  if (typeof said !== 'object' || said === null) return null;
  const { code, detail, field } = said as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string' || !isErrorCode(code)) return null;
  return {
    code,
    text: typeof detail === 'string' ? detail : '',
    ...(typeof field === 'string' && { field }),
  };
}
