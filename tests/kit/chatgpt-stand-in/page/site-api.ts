import * as z from 'zod/mini';
import { type NewMessage, SiteRefusal } from '../../stand-in/page/page-site.ts';
import { shownMessage } from './shown-message.ts';

const conversationShape = z.object({
  title: z.string(),
  current_node: z.string(),
  mapping: z.record(
    z.string(),
    z.object({ parent: z.nullable(z.string()), message: z.nullable(shownMessage) }),
  ),
});
const listShape = z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) });
const requirementsShape = z.object({
  prepare_token: z.string(),
  proofofwork: z.object({ seed: z.string() }),
});
const refusalShape = z.object({
  detail: z.union([z.string(), z.object({ message: z.string() })]),
});

let session: Promise<string> | null = null;
let conduit = '';

export async function loadConversation(id: string): Promise<z.infer<typeof conversationShape>> {
  return getJson(`/backend-api/conversation/${id}`, conversationShape);
}

export async function listConversations(): Promise<readonly { id: string; title: string }[]> {
  const { items } = await getJson('/backend-api/conversations?limit=28', listShape);
  return items;
}

export async function isStreaming(id: string): Promise<boolean> {
  const path = `/backend-api/conversation/${id}/stream_status`;
  const { status } = await getJson(path, z.object({ status: z.string() }));
  return status === 'IS_STREAMING';
}

/** Sends a message the way the site's own page does: tokens, conduit, then the message itself. */
export async function postMessage(
  message: NewMessage,
  parentId: string,
  signal: AbortSignal,
): Promise<Response> {
  const requirements = await fetchRequirements();
  const prepared = await postJson(
    '/backend-api/f/conversation/prepare',
    { action: 'next', parent_message_id: parentId, model: 'auto' },
    z.object({ conduit_token: z.string() }),
  );
  conduit = prepared.conduit_token;
  return post('/backend-api/f/conversation', bodyOf(message, parentId), {
    signal,
    headers: {
      accept: 'text/event-stream',
      'x-conduit-token': conduit,
      'openai-sentinel-chat-requirements-token': requirements,
    },
  });
}

/** The rest of a stream that was handed off, or of one that this page did not see begin. */
export async function resumeStream(
  conversationId: string,
  offset: number,
  signal: AbortSignal,
): Promise<Response> {
  return post(
    '/backend-api/f/conversation/resume',
    { conversation_id: conversationId, offset },
    { signal, headers: { accept: 'text/event-stream', 'x-conduit-token': conduit } },
  );
}

function bodyOf({ id, text, conversationId }: NewMessage, parentId: string): object {
  return {
    action: 'next',
    messages: [
      {
        id,
        author: { role: 'user' },
        create_time: Date.now() / 1000,
        content: { content_type: 'text', parts: [text] },
        metadata: {
          selected_github_repos: [],
          selected_all_github_repos: false,
          serialization_metadata: { custom_symbol_offsets: [] },
        },
      },
    ],
    ...(conversationId !== null && { conversation_id: conversationId }),
    parent_message_id: parentId,
    model: 'auto',
    client_prepare_state: 'sent',
    timezone_offset_min: new Date().getTimezoneOffset(),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    conversation_mode: { kind: 'primary_assistant' },
    enable_message_followups: true,
    system_hints: [],
    supports_buffering: true,
    supported_encodings: ['v1'],
    client_contextual_info: { is_dark_mode: false, app_name: 'chatgpt.com' },
    paragen_cot_summary_display_override: 'allow',
    force_parallel_switch: 'auto',
  };
}

async function fetchRequirements(): Promise<string> {
  const path = '/backend-api/sentinel/chat-requirements';
  const { prepare_token, proofofwork } = await postJson(`${path}/prepare`, {}, requirementsShape);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proofofwork.seed));
  const proof = Array.from(new Uint8Array(digest), hex).join('');
  const { token } = await postJson(
    `${path}/finalize`,
    { prepare_token, proofofwork: proof },
    z.object({ token: z.string() }),
  );
  return token;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

async function getJson<T>(path: string, shape: z.ZodMiniType<T>): Promise<T> {
  return shape.parse(await (await send(path)).json());
}

async function postJson<T>(path: string, body: object, shape: z.ZodMiniType<T>): Promise<T> {
  return shape.parse(await (await post(path, body)).json());
}

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

function post(path: string, body: object, options: SendOptions = {}): Promise<Response> {
  return send(path, options, { method: 'POST', body: JSON.stringify(body) });
}

async function send(
  path: string,
  { headers, signal }: SendOptions = {},
  request: RequestInit = {},
): Promise<Response> {
  const answer = await fetch(path, {
    ...request,
    ...(signal && { signal }),
    headers: {
      ...headers,
      ...(request.body && { 'content-type': 'application/json' }),
      authorization: `Bearer ${await accessToken()}`,
      'oai-device-id': deviceId(),
      'oai-language': 'en-US',
    },
  });
  if (!answer.ok) throw new SiteRefusal(await reasonOf(answer));
  return answer;
}

function accessToken(): Promise<string> {
  session ??= fetch('/api/auth/session').then(async (answer) => {
    return z.object({ accessToken: z.string() }).parse(await answer.json()).accessToken;
  });
  return session;
}

function deviceId(): string {
  return /(?:^|; )oai-did=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}

async function reasonOf(answer: Response): Promise<string> {
  const refusal = refusalShape.safeParse(await answer.json().catch(() => null));
  if (!refusal.success) return 'Something went wrong.';
  const { detail } = refusal.data;
  return typeof detail === 'string' ? detail : detail.message;
}
