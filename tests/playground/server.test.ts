import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AssistantError } from '../../playground/assistant.ts';
import type { Assistant } from '../../playground/assistant.ts';
import { startPlayground } from '../../playground/server.ts';
import type { Playground, PlaygroundOptions } from '../../playground/server.ts';
import { LOOPBACK_ADDRESSES } from '../kit/loopback-addresses.ts';

const historyShape = z.object({
  conversation_id: z.string(),
  title: z.string(),
  replying: z.string().nullable(),
  messages: z.array(
    z.object({
      message_id: z.string(),
      role: z.string(),
      text: z.string(),
      parent_id: z.string().nullable(),
      failed: z.boolean(),
    }),
  ),
});
const chunkShape = z.object({
  id: z.string(),
  conversation_id: z.string().optional(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().optional() }),
        finish_reason: z.string().nullable(),
      }),
    )
    .optional(),
  error: z.object({ message: z.string() }).optional(),
});

const open: Playground[] = [];
afterEach(() => Promise.all(open.splice(0).map((playground) => playground.close())));

async function start(options: PlaygroundOptions = {}): Promise<Playground> {
  const playground = await startPlayground({ port: 0, delayMs: 0, ...options });
  open.push(playground);
  return playground;
}

function ask({ port }: Playground, path: string, init?: RequestInit): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, init);
}

function post(playground: Playground, path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return ask(playground, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

function say(
  playground: Playground,
  text: string,
  { chat = 'new', id = randomUUID(), parent = null as string | null } = {},
): Promise<Response> {
  const body = { message_id: id, text, parent_id: parent };
  return post(playground, `/api/conversations/${chat}/messages`, body);
}

async function history(playground: Playground, id: string): Promise<z.infer<typeof historyShape>> {
  return historyShape.parse(await (await ask(playground, `/api/conversations/${id}`)).json());
}

/** Reads a stream by hand. */
function readStream(body: string): {
  id: string;
  conversationId: string | undefined;
  text: string;
  ended: boolean;
  error: string | undefined;
} {
  const payloads = body.split('\n\n').filter((block) => block !== '');
  const ended = payloads.at(-1) === 'data: [DONE]';
  const chunks = (ended ? payloads.slice(0, -1) : payloads).map((payload) =>
    chunkShape.parse(JSON.parse(payload.replace(/^data: /, ''))),
  );
  const [first] = chunks;
  if (!first) throw new Error('an empty stream');
  expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
  const stop = chunks.at(-1)?.choices?.[0]?.finish_reason;
  expect(stop === 'stop').toBe(ended);
  return {
    id: first.id,
    conversationId: first.conversation_id,
    text: chunks.map((chunk) => chunk.choices?.[0]?.delta.content ?? '').join(''),
    ended,
    error: chunks.at(-1)?.error?.message,
  };
}

/** Answers with the pieces it is given, when it is given them. */
function manualAssistant(): {
  assistant: Assistant;
  speak: (piece: string | Error | null) => void;
} {
  let deliver: (piece: string | Error | null) => void = () => undefined;
  const said: (string | Error | null)[] = [];
  return {
    speak(piece) {
      said.push(piece);
      deliver(piece);
    },
    assistant: {
      async *reply(_history, signal) {
        for (;;) {
          while (said.length === 0) {
            const more = Promise.withResolvers<unknown>();
            deliver = more.resolve;
            signal.addEventListener('abort', more.resolve, { once: true });
            await more.promise;
            signal.throwIfAborted();
          }
          const piece = said.shift() ?? null;
          if (piece === null) return;
          if (piece instanceof Error) throw piece;
          yield piece;
        }
      },
    },
  };
}

describe('a conversation', () => {
  test('begins with the first message and is the same in stream, header and history', async () => {
    const playground = await start();
    const id = randomUUID();
    const answer = await say(playground, 'Hello!', { id });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const stream = readStream(await answer.text());
    expect(stream.ended).toBe(true);
    expect(stream.conversationId).toBe(answer.headers.get('x-conversation-id'));

    const { messages, title, replying } = await history(playground, stream.conversationId ?? '');
    expect({ title, replying }).toEqual({ title: 'Hello!', replying: null });
    expect(messages).toEqual([
      { message_id: id, role: 'user', text: 'Hello!', parent_id: null, failed: false },
      { message_id: stream.id, role: 'assistant', text: stream.text, parent_id: id, failed: false },
    ]);
    expect(stream.text).toContain('```baa\n@conductor::describe\n```');
  });

  test('can be made empty and filled later', async () => {
    const playground = await start();
    const made = z
      .object({ conversation_id: z.string() })
      .parse(await (await post(playground, '/api/conversations', {})).json());
    await (await say(playground, '/plain', { chat: made.conversation_id })).text();
    const { messages, title } = await history(playground, made.conversation_id);
    expect([messages.length, title]).toEqual([2, '/plain']);
    expect((await ask(playground, `/c/${made.conversation_id}`)).status).toBe(200);
  });

  test('goes on although the one who asked has left', async () => {
    const { assistant, speak } = manualAssistant();
    const playground = await start({ assistant });
    const leave = new AbortController();
    const answer = await ask(playground, '/api/conversations/new/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message_id: randomUUID(), text: 'Hello?', parent_id: null }),
      signal: leave.signal,
    });
    const chat = answer.headers.get('x-conversation-id') ?? '';
    leave.abort();
    speak('Still ');
    expect((await history(playground, chat)).replying).not.toBeNull();
    const rest = await ask(playground, `/api/conversations/${chat}/reply`);
    speak('here.');
    speak(null);
    const stream = readStream(await rest.text());
    expect([stream.text, stream.ended]).toEqual(['Still here.', true]);
    expect((await history(playground, chat)).messages.at(-1)?.text).toBe('Still here.');
    expect((await ask(playground, `/api/conversations/${chat}/reply`)).status).toBe(204);
  });

  test('tells in the stream and in the history why there is no reply', async () => {
    const { assistant, speak } = manualAssistant();
    const playground = await start({ assistant });
    speak('Half a');
    speak(new AssistantError('The model is asleep.'));
    const stream = readStream(await (await say(playground, 'Hello?')).text());
    expect(stream).toMatchObject({ ended: false, error: 'The model is asleep.' });
    const { messages } = await history(playground, stream.conversationId ?? '');
    expect(messages.at(-1)).toMatchObject({ failed: true, text: 'The model is asleep.' });
  });

  test('survives a restart, and what was left unanswered is answered', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'playground-data-'));
    const { assistant, speak } = manualAssistant();
    const before = await startPlayground({ port: 0, dataDir, assistant });
    speak('An answer.');
    speak(null);
    const first = readStream(await (await say(before, 'One')).text());
    const chat = first.conversationId ?? '';
    const torn = await say(before, 'Two', { chat, parent: first.id });
    await before.close();
    expect(await torn.text().catch(() => 'dropped')).not.toContain('[DONE]');

    const after = await start({ dataDir });
    expect(after.log().map((message) => message.text)).toEqual(['One', 'Two']);
    await ask(after, `/api/conversations/${chat}/reply`).then((answer) => answer.text());
    const { messages } = await history(after, chat);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    rmSync(dataDir, { recursive: true });
  });
});

describe('the log', () => {
  test('holds every message with the parent its page saw, and counts none twice', async () => {
    const playground = await start();
    const first = readStream(await (await say(playground, 'Hello!')).text());
    const chat = first.conversationId ?? '';
    await (await say(playground, '/plain', { chat, parent: first.id })).text();
    expect(playground.log()).toMatchObject([
      { conversation_id: chat, text: 'Hello!', parent_id: null },
      { conversation_id: chat, text: '/plain', parent_id: first.id },
    ]);
    const log: unknown = await (await ask(playground, '/api/log')).json();
    expect(log).toEqual({ messages: playground.log(), duplicates: 0 });
  });

  test('counts a repeated id, which the conversation does not take', async () => {
    const playground = await start();
    const id = randomUUID();
    const { conversationId: chat = '' } = readStream(
      await (await say(playground, '/plain', { id })).text(),
    );
    expect((await say(playground, '/plain', { chat, id })).status).toBe(409);
    expect([playground.log().length, playground.duplicates()]).toEqual([2, 1]);
    expect((await history(playground, chat)).messages).toHaveLength(2);
  });

  test('counts the same words sent twice at once under two ids', async () => {
    const playground = await start();
    const first = readStream(await (await say(playground, '/plain')).text());
    const again = { chat: first.conversationId ?? '', parent: first.id };
    const answers = [say(playground, 'go on', again), say(playground, 'go on', again)];
    for (const answer of await Promise.all(answers)) await answer.text();
    expect(playground.duplicates()).toBe(1);
    expect((await history(playground, again.chat)).messages).toHaveLength(6);
  });
});

describe('what is refused', () => {
  test('a conversation that does not exist', async () => {
    const playground = await start();
    expect((await say(playground, 'Hi', { chat: randomUUID() })).status).toBe(404);
    expect((await ask(playground, `/api/conversations/${randomUUID()}`)).status).toBe(404);
    expect((await ask(playground, `/c/${randomUUID()}`)).status).toBe(404);
    expect(playground.log()).toEqual([]);
  });

  test.each([
    ['no id', { text: 'Hi', parent_id: null }],
    ['an id that is no uuid', { message_id: '1', text: 'Hi', parent_id: null }],
    ['no text', { message_id: randomUUID(), text: '', parent_id: null }],
    ['text of a wrong type', { message_id: randomUUID(), text: ['Hi'], parent_id: null }],
  ])('a message with %s', async (_case, body) => {
    const playground = await start();
    const answer = await post(playground, '/api/conversations/new/messages', body);
    expect(answer.status).toBe(400);
    expect(playground.log()).toEqual([]);
  });

  test('a body that is too large, and the server lives on', async () => {
    const playground = await start();
    const answer = await say(playground, 'x'.repeat(3 * 1024 * 1024));
    expect(answer.status).toBe(413);
    expect((await say(playground, '/plain')).status).toBe(200);
  });

  test('a form a foreign page could post without asking', async () => {
    const playground = await start();
    const body = JSON.stringify({ message_id: randomUUID(), text: 'Hi', parent_id: null });
    const headers = { 'content-type': 'text/plain' };
    const path = '/api/conversations/new/messages';
    expect((await ask(playground, path, { method: 'POST', headers, body })).status).toBe(415);
  });

  test.each([
    ['a foreign name', { host: 'evil.example' }, 421],
    ['its own name at another port', { host: 'playground.localhost:1' }, 421],
    ['a name that only begins like its own', { host: 'localhost.evil.example' }, 421],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['the origin of a sandboxed page', { origin: 'null' }, 403],
  ])('%s', async (_case, headers, status) => {
    const { port } = await start();
    expect(await statusOf(port, { host: `playground.localhost:${port}`, ...headers })).toBe(status);
  });

  test('not its own three names and its own origin', async () => {
    const { port } = await start();
    for (const name of ['playground.localhost', 'localhost', '127.0.0.1']) {
      const host = `${name}:${port}`;
      expect(await statusOf(port, { host, origin: `http://${host}` })).toBe(200);
    }
  });
});

test('every answer carries a strict policy', async () => {
  const playground = await start();
  for (const path of ['/', '/api/log', '/app.js', '/nowhere']) {
    const { headers } = await ask(playground, path);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  }
});

test('a taken port is an error, not a second server', async () => {
  const { port } = await start();
  await expect(startPlayground({ port })).rejects.toThrow('EADDRINUSE');
});

test.each(LOOPBACK_ADDRESSES)('nobody else gets its port at %s', async (host) => {
  const { port } = await start();
  const stranger = createServer().listen(port, host);
  const [fault] = (await once(stranger, 'error')) as [{ code?: string }];
  expect(fault.code).toBe('EADDRINUSE');
});

/** With headers that fetch does not let one set. */
function statusOf(port: number, headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const request = httpRequest({ host: '127.0.0.1', port, path: '/', headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  request.on('error', reject).end();
  return promise;
}
