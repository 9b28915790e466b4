import { createParser } from 'eventsource-parser';

import type { ApiError } from '../../shared/api/operation.ts';
import { problemOf } from './ask.ts';
import { pageHeaders } from './page-token.ts';

/** One piece of what an agent says: a UI message chunk of the AI SDK, of which this names what is drawn. */
export interface AgentChunk {
  readonly type: string;
  readonly messageMetadata?: { readonly runId: string };
  readonly delta?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** true: it is shown until another one comes. */
  readonly preliminary?: boolean;
  /** Data of an agent that works for a call, or of other news. */
  readonly data?: {
    readonly toolCallId?: string;
    readonly name?: string;
    readonly chunk?: AgentChunk;
  };
}

const AGAIN_MS = 1_000;

const addressOf = (session: string): string => `/v1/chat/${encodeURIComponent(session)}/stream`;

/**
 * Tells what an agent says in a session, from the beginning of the answer that is under way, until it is said or `signal`
 * is aborted. Where the connection breaks, all of it is told again. Never rejects.
 */
export async function followAgent(
  session: string,
  tell: (chunk: AgentChunk) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (await readOnce(session, tell, signal)) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Was it told to its end, or is there nothing to be told? */
async function readOnce(
  session: string,
  tell: (chunk: AgentChunk) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let isOver = false;
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') isOver = true;
      else tell(JSON.parse(data) as AgentChunk);
    },
  });
  try {
    const options = { headers: pageHeaders(), signal, cache: 'no-store' } as const;
    const response = await fetch(addressOf(session), options);
    if (!response.ok || response.status === 204 || response.body === null)
      return response.status < 500;
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) parser.feed(text);
  } catch {
    // The connection broke, or was given up.
  }
  return isOver;
}

/**
 * Has an agent answer once more, beside the answer that is there; null: it does. Never rejects.
 *
 * @param key Names the wish: with the same one it is done once.
 */
export async function answerAgain(
  session: string,
  messageId: string,
  key: string,
): Promise<ApiError | null> {
  try {
    const response = await fetch('/v1/chat', {
      method: 'POST',
      headers: {
        ...pageHeaders(),
        'baton-via': 'face',
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ id: session, trigger: 'regenerate-message', messageId }),
      cache: 'no-store',
    });
    if (!response.ok) {
      const unknown: ApiError = { code: 'internal', text: `It answered ${response.status}.` };
      return problemOf(await response.json().catch(() => null)) ?? unknown;
    }
    // What it says is followed where it is shown; nobody listening stops nothing.
    await response.body?.cancel();
    return null;
  } catch {
    return { code: 'conductor_unreachable', text: 'The conductor does not answer.' };
  }
}
