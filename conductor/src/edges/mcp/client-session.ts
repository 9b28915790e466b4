import type { BatonApi } from '../../../../shared/api/operations.ts';
import type { ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';

/** How often the conductor hears that a client is there. */
export const KEEP_MS = 60_000;

/** The chat session that an MCP client acts in. */
export interface ClientSession {
  /** Returns the id of the session; makes one if the client has none yet. */
  id(): Promise<Result<string, ApiError>>;
}

/** Returns the session of a client that a header names. */
export function namedSession(id: string | null): ClientSession {
  const text =
    'This client sends no Mcp-Session-Id: initialize first, and send the one of the answer with each request.';
  return {
    id: () => Promise.resolve(id === null ? err({ code: 'invalid_request', text }) : ok(id)),
  };
}

/**
 * Returns the session of a client that is this process's only one: made when it is first needed, and kept as long as
 * the process runs.
 *
 * @param clientName Name that the client gave itself.
 */
export function ownSession(api: BatonApi, clientName: () => string | undefined): ClientSession {
  let made: Promise<Result<string, ApiError>> | null = null;

  async function open(): Promise<Result<string, ApiError>> {
    const session = await openFor(api, clientName());
    if (!session.ok) made = null;
    return session;
  }

  setInterval(() => {
    void made?.then(async (session) => {
      if (!session.ok) return;
      const kept = await api.call('keepSession', { params: { id: session.value } });
      if (!kept.ok && kept.error.code === 'not_found') made = null;
    });
  }, KEEP_MS).unref();

  return { id: () => (made ??= open()) };
}

/** Begins a session in a client's name. */
export async function openFor(
  api: BatonApi,
  clientName: string | undefined,
): Promise<Result<string, ApiError>> {
  const label = clientName?.trim().slice(0, 200);
  const opened = await api.call('openSession', {
    body: { label: label === undefined || label === '' ? 'MCP client' : label },
  });
  return opened.ok ? ok(opened.value.chat_session_id) : opened;
}
