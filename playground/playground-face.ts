import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ChatCore, RunningReply } from './chat-core.ts';
import { encodeCompletion } from './completion-stream.ts';
import type { Conversation, Turn } from './chat-turn.ts';
import type { Face } from './face.ts';
import { countDuplicates } from './received-log.ts';

const PAGE_FILES = new Map([
  ['app.js', 'text/javascript; charset=utf-8'],
  ['chat-api.js', 'text/javascript; charset=utf-8'],
  ['turn-view.js', 'text/javascript; charset=utf-8'],
  ['style.css', 'text/css; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
]);

const conversationParams = z.object({ id: z.string().max(64) });
const newConversation = z.object({ title: z.string().trim().min(1).max(200).optional() });
const newMessage = z.object({
  message_id: z.uuid(),
  text: z.string().min(1).max(400_000),
  parent_id: z.string().max(64).nullable(),
});

/** The playground as itself: a small chat site that streams replies as OpenAI-style completion chunks. */
export function createPlaygroundFace(listenHost = '127.0.0.1'): Face {
  const named = isIPv6(listenHost) ? `[${listenHost}]` : listenHost;
  const names = new Set(['playground.localhost', '127.0.0.1', 'localhost', named]);
  return {
    hosts: (port) => [...names].map((name) => (port === 80 ? name : `${name}:${port}`)),
    contentSecurityPolicy:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    newConversationId: () => randomUUID(),
    newReplyId: () => `chatcmpl-${randomUUID()}`,
    register(app, core) {
      registerPage(app, core);
      registerApi(app, core);
    },
  };
}

function registerPage(app: FastifyInstance, core: ChatCore): void {
  const page = readPageFile('index.html');
  const sendPage = (reply: FastifyReply): FastifyReply =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);

  app.get('/', (_request, reply) => sendPage(reply));
  app.get('/c/:id', (request, reply) => {
    const { id } = conversationParams.parse(request.params);
    return sendPage(reply.code(core.conversation(id) ? 200 : 404));
  });
  for (const [name, type] of PAGE_FILES) {
    const content = readPageFile(name);
    app.get(`/${name}`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(type).send(content),
    );
  }
}

function registerApi(app: FastifyInstance, core: ChatCore): void {
  app.get('/api/log', () => ({ messages: core.log(), duplicates: countDuplicates(core.log()) }));

  app.get('/api/words', () => ({ words: core.words() }));

  app.get('/api/conversations', () => ({ conversations: core.conversations().map(summarise) }));

  app.post('/api/conversations', (request, reply) => {
    const { title } = newConversation.parse(request.body ?? {});
    return reply.code(201).send(summarise(core.createConversation(title)));
  });

  app.get('/api/conversations/:id', (request, reply) => {
    const { id } = conversationParams.parse(request.params);
    const conversation = core.conversation(id);
    if (!conversation) return refuse(reply, 404, 'There is no such conversation.');
    return reply.send({
      ...summarise(conversation),
      messages: conversation.turns.map(describeTurn),
      /** The message being written now; its text so far and its rest come from `…/reply`. */
      replying: core.runningReply(id)?.messageId ?? null,
    });
  });

  app.get('/api/conversations/:id/reply', (request, reply) => {
    const { id } = conversationParams.parse(request.params);
    const running = core.runningReply(id);
    return running ? stream(reply, running) : reply.code(204).send();
  });

  app.post('/api/conversations/:id/messages', (request, reply) => {
    const { id } = conversationParams.parse(request.params);
    const message = newMessage.parse(request.body);
    const receipt = core.receive({
      conversationId: id === 'new' ? null : id,
      messageId: message.message_id,
      text: message.text,
      parentId: message.parent_id,
      atEnd: true,
    });
    switch (receipt.kind) {
      case 'unknown_conversation':
        return refuse(reply, 404, 'There is no such conversation.');
      case 'repeated':
        return refuse(reply, 409, 'This message is in the conversation already.');
      case 'taken':
        return stream(reply, receipt.reply);
    }
  });
}

function stream(reply: FastifyReply, running: RunningReply): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-conversation-id': running.conversationId,
    })
    .send(Readable.from(encodeCompletion(running)));
}

function summarise({ id, title, createdAtMs }: Conversation): object {
  return { conversation_id: id, title, created_at: createdAtMs };
}

function describeTurn(turn: Turn): object {
  return {
    message_id: turn.id,
    role: turn.role,
    text: turn.text,
    parent_id: turn.parentId,
    created_at: turn.createdAtMs,
    failed: turn.failed,
  };
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: { message } });
}

function readPageFile(name: string): string {
  return readFileSync(new URL(`public/${name}`, import.meta.url), 'utf8');
}
