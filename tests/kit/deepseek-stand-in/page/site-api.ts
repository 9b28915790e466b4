import * as z from 'zod/mini';
import {
  type LoadedConversation,
  type NewMessage,
  SiteRefusal,
} from '../../stand-in/page/page-site.ts';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

const SEND_PATH = '/api/v0/chat/completion';
/** Where the page keeps its bearer. */
const TOKEN_KEY = 'userToken';

const envelopeShape = z.object({
  code: z.number(),
  msg: z.string(),
  data: z.nullable(
    z.object({ biz_code: z.number(), biz_msg: z.string(), biz_data: z.nullable(z.unknown()) }),
  ),
});
const sessionShape = z.object({ chat_session: z.object({ id: z.string() }) });
const sessionsShape = z.object({
  chat_sessions: z.array(z.object({ id: z.string(), title: z.string() })),
});
const challengeShape = z.object({
  challenge: z.object({
    challenge: z.string(),
    salt: z.string(),
    signature: z.string(),
    difficulty: z.number(),
    expire_at: z.number(),
  }),
});
const historyShape = z.object({
  chat_session: z.object({ title: z.string(), current_message_id: z.nullable(z.number()) }),
  chat_messages: z.array(
    z.object({
      message_id: z.number(),
      parent_id: z.nullable(z.number()),
      role: z.string(),
      fragments: z.array(z.object({ type: z.string(), content: z.optional(z.string()) })),
    }),
  ),
});
const storedToken = z.object({ value: z.string() });

export async function createSession(): Promise<string> {
  const created = await ask('/api/v0/chat_session/create', sessionShape, {});
  return created.chat_session.id;
}

export async function listSessions(): Promise<readonly { id: string; title: string }[]> {
  const listed = await ask('/api/v0/chat_session/fetch_page?count=100', sessionsShape);
  return listed.chat_sessions;
}

export async function loadSession(id: string): Promise<LoadedConversation> {
  const path = `/api/v0/chat/history_messages?chat_session_id=${id}`;
  const { chat_session, chat_messages } = await ask(path, historyShape);
  const { title, current_message_id: newest } = chat_session;
  const byId = new Map(chat_messages.map((message) => [message.message_id, message]));
  const turns: LoadedConversation['turns'][number][] = [];
  for (let at = byId.get(newest ?? 0); at; at = byId.get(at.parent_id ?? 0)) {
    const role = at.role === 'USER' ? 'user' : 'assistant';
    const shown = at.fragments.filter(({ type }) => type === 'REQUEST' || type === 'RESPONSE');
    const text = shown.map(({ content }) => content ?? '').join('');
    turns.unshift({ id: String(at.message_id), role, text });
  }
  return { title, turns, lastId: newest === null ? null : String(newest), resume: null };
}

/** Sends a message the way the site's own page does: a challenge, its solution, then the message itself. */
export async function postCompletion(
  { text, parentId }: NewMessage,
  sessionId: string,
  signal: AbortSignal,
): Promise<Response> {
  const proof = await solveChallenge();
  const answer = await request(
    SEND_PATH,
    {
      chat_session_id: sessionId,
      parent_message_id: parentId === null ? null : Number(parentId),
      model_type: 'default',
      prompt: text,
      ref_file_ids: [],
      thinking_enabled: false,
      search_enabled: false,
      preempt: false,
    },
    { signal, headers: { 'x-ds-pow-response': proof } },
  );
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
  dataOf(await answer.json());
  throw new SiteRefusal('Something went wrong.');
}

async function solveChallenge(): Promise<string> {
  const path = '/api/v0/chat/create_pow_challenge';
  const { challenge } = await ask(path, challengeShape, { target_path: SEND_PATH });
  for (let answer = 0; answer < challenge.difficulty; answer += 1) {
    const text = `${challenge.salt}_${challenge.expire_at}_${answer}`;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
    if (hex.join('') === challenge.challenge) return `${challenge.signature}.${answer}`;
  }
  throw new Error('The challenge has no solution.');
}

async function ask<T>(path: string, shape: z.ZodMiniType<T>, body?: object): Promise<T> {
  return shape.parse(dataOf(await (await request(path, body)).json()));
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

async function request(
  path: string,
  body?: object,
  { headers, signal }: RequestOptions = {},
): Promise<Response> {
  const answer = await fetch(path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal && { signal }),
    headers: {
      ...headers,
      ...(body && { 'content-type': 'application/json' }),
      authorization: `Bearer ${await token()}`,
      'x-client-platform': 'web',
      'x-client-version': '2.0.0',
      'x-client-locale': 'en_US',
    },
  });
  if (!answer.ok) throw new SiteRefusal('Something went wrong.');
  return answer;
}

async function token(): Promise<string> {
  const kept = storedToken.safeParse(JSON.parse(localStorage.getItem(TOKEN_KEY) ?? 'null'));
  if (kept.success) return kept.data.value;
  const answer = await fetch('/api/v0/users/current');
  const { token: value } = z.object({ token: z.string() }).parse(dataOf(await answer.json()));
  localStorage.setItem(TOKEN_KEY, JSON.stringify({ value, __version: '0' }));
  return value;
}

function dataOf(answer: unknown): unknown {
  const { code, msg, data } = envelopeShape.parse(answer);
  if (code !== 0 || data === null) throw new SiteRefusal(msg);
  if (data.biz_code !== 0) throw new SiteRefusal(data.biz_msg);
  return data.biz_data;
}
