import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ChatCore, RunningReply } from '../../../playground/chat-core.ts';
import type { Turn } from '../../../playground/chat-turn.ts';
import type { Face } from '../../../playground/face.ts';
import type { Replayable } from '../../../playground/replayable.ts';
import type { PageFiles } from '../stand-in/page-bundle.ts';
import { keepWriting, sendEvents } from '../stand-in/send-events.ts';
import type { PlannedFaults } from '../stand-in/send-faults.ts';
import { CONTENT_SECURITY_POLICY, hasCookie, servePage } from '../stand-in/serve-page.ts';
import { CANARIES } from './canaries.ts';

const REFRESH_COOKIE = `refreshToken=${CANARIES.refreshToken}`;
const NO_PARENT = '00000000-0000-0000-0000-000000000000';
const HEAD =
  '<meta name="description" content="LibreChat - An open source chat application with support for multiple AI models">' +
  '<link rel="apple-touch-icon" href="assets/apple-touch-icon-180x180.png">';
/** Stands in thoughts: whoever takes those for the answer runs it. */
const DECOY = '```baa\n@conductor::echo::{"text":"decoy: this was never said"}\n```';

const sendBody = z.object({
  text: z.string().min(1),
  sender: z.literal('User'),
  isCreatedByUser: z.literal(true),
  messageId: z.uuid(),
  overrideUserMessageId: z.string().optional(),
  parentMessageId: z.guid(),
  conversationId: z.uuid().nullable(),
  endpoint: z.literal('openAI'),
  model: z.literal('some-model'),
  isRegenerate: z.literal(false),
});
const params = z.object({ id: z.uuid() });

/** The chat dressed as LibreChat since 0.8.6: its pages, its sends, the streams they lead to, its history. */
export class LibrechatFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #page: PageFiles;
  readonly #faults: PlannedFaults;
  readonly #streams = new Map<string, Replayable<string>>();

  constructor(page: PageFiles, faults: PlannedFaults) {
    this.#page = page;
    this.#faults = faults;
  }

  hosts(port: number): readonly string[] {
    return [`playground.localhost:${port}`];
  }

  newConversationId(): string {
    return randomUUID();
  }

  newReplyId(): string {
    return randomUUID();
  }

  close(): void {
    this.#faults.releaseAll();
  }

  register(app: FastifyInstance, core: ChatCore): void {
    servePage(app, {
      files: this.#page,
      title: 'LibreChat',
      paths: ['/c/new', '/c/:id'],
      cookies: [`${REFRESH_COOKIE}; Path=/; HttpOnly; SameSite=Lax`],
      head: HEAD,
    });
    app.addHook('onRequest', async (request, reply) => {
      const isOpen = !request.url.startsWith('/api/') || request.url === '/api/auth/refresh';
      if (isOpen || request.headers.authorization === `Bearer ${CANARIES.bearer}`) return undefined;
      return reply.code(401).send('Unauthorized');
    });
    app.post('/api/auth/refresh', (request, reply) =>
      hasCookie(request, REFRESH_COOKIE)
        ? reply.send({ token: CANARIES.bearer })
        : reply.code(401).send('Refresh token not provided'),
    );
    app.get('/api/convos', () => ({
      conversations: core.conversations().map(({ id, title }) => ({ conversationId: id, title })),
    }));
    app.get('/api/messages/:id', (request) => {
      const { id } = params.parse(request.params);
      return core.conversation(id)?.turns.map((turn) => messageOf(id, turn)) ?? [];
    });
    this.#registerSend(app, core);
    app.get('/api/agents/chat/stream/:id', (request, reply) => {
      const stream = this.#streams.get(params.parse(request.params).id);
      if (stream === undefined) return reply.code(404).send({ error: 'Stream not found' });
      return sendEvents(reply, stream.read());
    });
  }

  #registerSend(app: FastifyInstance, core: ChatCore): void {
    app.post('/api/agents/chat/openAI', async (request, reply) => {
      const body = sendBody.parse(request.body);
      const plan = this.#faults.takePlan(body.text);
      await plan.pauseAt('arrival');
      const kept = /^(.+)__0$/.exec(body.overrideUserMessageId ?? '')?.[1];
      const { text, conversationId, parentMessageId } = body;
      const receipt = core.receive({
        conversationId,
        messageId: kept ?? randomUUID(),
        text,
        parentId: parentMessageId === NO_PARENT ? null : parentMessageId,
        atEnd: false,
      });
      if (receipt.kind !== 'taken') return reply.code(400).send({ error: receipt.kind });
      const streamId = receipt.reply.conversationId;
      this.#streams.set(streamId, keepWriting(encode(core, receipt.reply)));
      await plan.pauseAt('taken');
      return { streamId, conversationId: streamId, status: 'started' };
    });
  }
}

function messageOf(conversationId: string, turn: Turn): object {
  const isCreatedByUser = turn.role === 'user';
  return {
    messageId: turn.id,
    parentMessageId: turn.parentId ?? NO_PARENT,
    conversationId,
    isCreatedByUser,
    text: isCreatedByUser ? turn.text : '',
    ...(!isCreatedByUser && { content: [{ type: 'text', text: turn.text }] }),
    unfinished: false,
    error: false,
  };
}

async function* encode(core: ChatCore, reply: RunningReply): AsyncGenerator<string> {
  const { conversationId, messageId, parentId, pieces } = reply;
  const write = (data: object): string => `event: message\ndata: ${JSON.stringify(data)}\n\n`;
  const delta = (event: string, part: object): string =>
    write({ event, data: { id: 'step_1', delta: { content: [part] } } });
  const turns = (): readonly Turn[] => core.conversation(conversationId)?.turns ?? [];
  const messageAt = (id: string): object | undefined => {
    const turn = turns().find((each) => each.id === id);
    return turn && messageOf(conversationId, turn);
  };
  yield write({ created: true, message: messageAt(parentId) });
  yield delta('on_reasoning_delta', { type: 'think', think: DECOY });
  for await (const text of pieces.read()) yield delta('on_message_delta', { type: 'text', text });
  yield write({
    final: true,
    conversation: { conversationId },
    requestMessage: messageAt(parentId),
    responseMessage: messageAt(messageId),
  });
}
