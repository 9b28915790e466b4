import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AssistantError } from '../../playground/assistant.ts';
import type { Turn } from '../../playground/chat-turn.ts';
import { createOpenAiAssistant } from '../../playground/openai-assistant.ts';
import type { OpenAiSettings } from '../../playground/openai-assistant.ts';

const KEY = 'sk-test-key-7d1f';
const HISTORY: Turn[] = [
  { id: '1', role: 'user', text: 'Hi', parentId: null, createdAtMs: 0, failed: false },
  { id: '2', role: 'assistant', text: 'Yes?', parentId: '1', createdAtMs: 0, failed: false },
  { id: '3', role: 'user', text: 'Go on', parentId: '2', createdAtMs: 0, failed: false },
];
const requestShape = z.object({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** A model server of our own. */
async function serve(handle: Handler): Promise<OpenAiSettings> {
  const listening = Promise.withResolvers<void>();
  server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { baseUrl: `http://127.0.0.1:${port}/v1/`, apiKey: KEY, model: 'tiny' };
}

async function reply(settings: OpenAiSettings): Promise<string[]> {
  const pieces: string[] = [];
  const signal = AbortSignal.timeout(5000);
  for await (const piece of createOpenAiAssistant(settings).reply(HISTORY, signal)) {
    pieces.push(piece);
  }
  return pieces;
}

function chunk(content: string | null, finishReason: string | null = null): string {
  const delta = { content, reasoning_content: 'never shown' };
  return `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finishReason }] })}\n\n`;
}

describe('a model behind the chat', () => {
  test('is asked with the whole history and heard piece by piece', async () => {
    const asked = Promise.withResolvers<z.infer<typeof requestShape>>();
    const settings = await serve(async (request, response) => {
      expect(request.url).toBe('/v1/chat/completions');
      expect(request.headers.authorization).toBe(`Bearer ${KEY}`);
      asked.resolve(requestShape.parse(JSON.parse(await text(request))));
      // Cut where it hurts: within an event, and within a character.
      const bytes = Buffer.from(`${chunk('Grüß')}${chunk(' dich')}${chunk(null, 'stop')}`);
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
      response.end('data: [DONE]\n\n');
    });
    expect(await reply(settings)).toEqual(['Grüß', ' dich']);
    const { model, messages } = await asked.promise;
    expect(model).toBe('tiny');
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: 'Go on' },
    ]);
    expect(messages[0]?.content).toContain('```baa');
  });

  test('is the first one listed where none is named', async () => {
    const settings = await serve(async (request, response) => {
      if (request.url === '/v1/models') {
        response.end(JSON.stringify({ data: [{ id: 'first' }, { id: 'second' }] }));
        return;
      }
      const { model } = requestShape.parse(JSON.parse(await text(request)));
      response.end(`${chunk(model)}${chunk(null, 'stop')}data: [DONE]\n\n`);
    });
    expect(await reply({ ...settings, model: null })).toEqual(['first']);
  });

  test.each<[string, Handler, RegExp]>([
    [
      'a refusal is told in its own words, without the key',
      (_request, response) => {
        response.writeHead(401);
        response.end(JSON.stringify({ error: { message: `Incorrect key ${KEY}` } }));
      },
      /^The model answered 401: Incorrect key \[key\]$/,
    ],
    [
      'a refusal in plain text is told as it is',
      (_request, response) => void response.writeHead(502).end('bad gateway'),
      /^The model answered 502: bad gateway$/,
    ],
    [
      'an error in the middle of the stream ends the reply',
      (_request, response) =>
        void response.end(`${chunk('Half')}data: {"error":{"message":"overloaded"}}\n\n`),
      /^The model broke off: overloaded$/,
    ],
    [
      'a stream that just ends is no reply',
      (_request, response) => void response.end(chunk('Half')),
      /^The model stopped in the middle/,
    ],
    [
      'something else altogether is no reply',
      (_request, response) => void response.end('data: <html>\n\n'),
      /no chat completion/,
    ],
  ])('%s', async (_case, handle, message) => {
    const failure = await reply(await serve(handle)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AssistantError);
    expect(String(failure)).toMatch(new RegExp(message.source.replace(/^\^/, 'AssistantError: ')));
  });

  test('that cannot be reached is named by its address', async () => {
    const settings = await serve(() => undefined);
    const closed = Promise.withResolvers<unknown>();
    server?.close(closed.resolve);
    await closed.promise;
    await expect(reply(settings)).rejects.toThrow(`${settings.baseUrl} cannot be reached`);
  });
});
