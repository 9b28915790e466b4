import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ChatCore, RunningReply } from '../../../playground/chat-core.ts';
import type { Conversation } from '../../../playground/chat-turn.ts';
import type { Face } from '../../../playground/face.ts';
import type { PageFiles } from '../stand-in/page-bundle.ts';
import type { PlannedFaults, SendPlan } from '../stand-in/send-faults.ts';
import { CONTENT_SECURITY_POLICY, hasCookie, servePage } from '../stand-in/serve-page.ts';
import { serveSocket } from '../stand-in/serve-socket.ts';
import { CANARIES } from './canaries.ts';

const TOKEN_COOKIE = `token=${CANARIES.token}`;
const HEAD =
  '<link rel="stylesheet" href="/static/custom.css"><script src="/static/loader.js" defer></script>';

/** As since 0.9: the server owns the history and takes the new turn alone. */
const sendBody = z.object({
  stream: z.literal(true),
  model: z.literal('llama'),
  params: z.object({}),
  session_id: z.string(),
  chat_id: z.uuid().optional(),
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  user_message: z.object({
    id: z.uuid(),
    parentId: z.uuid().nullable(),
    childrenIds: z.tuple([z.uuid()]),
    role: z.literal('user'),
    content: z.string().min(1),
  }),
});
const params = z.object({ id: z.uuid() });

type Tell = (frame: string) => void;

/** The chat dressed as Open WebUI: its pages, its sends, its socket.io, its history. */
export class OpenWebuiFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #page: PageFiles;
  readonly #faults: PlannedFaults;
  readonly #sessions = new Map<string, Tell>();
  readonly #answerIds = new Map<string, string>();

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

  newReplyId(questionId: string): string {
    return this.#answerIds.get(questionId) ?? randomUUID();
  }

  close(): void {
    this.#faults.releaseAll();
  }

  register(app: FastifyInstance, core: ChatCore): void {
    servePage(app, {
      files: this.#page,
      title: 'Open WebUI',
      paths: ['/', '/c/:id'],
      cookies: [`${TOKEN_COOKIE}; Path=/; HttpOnly; SameSite=Lax`],
      settings: CANARIES.token,
      head: HEAD,
    });
    app.get('/static/custom.css', (_request, reply) => reply.type('text/css').send(''));
    app.get('/static/loader.js', (_request, reply) => reply.type('text/javascript').send(''));
    app.addHook('onRequest', async (request, reply) => {
      const isKnown =
        hasCookie(request, TOKEN_COOKIE) ||
        request.headers.authorization === `Bearer ${CANARIES.token}`;
      if (!request.url.startsWith('/api/') || isKnown) return undefined;
      return reply.code(401).send({ detail: 'Not authenticated' });
    });
    app.get('/api/v1/chats/', () => core.conversations().map(({ id, title }) => ({ id, title })));
    app.get('/api/v1/chats/:id', (request, reply) => {
      const { id } = params.parse(request.params);
      const conversation = core.conversation(id);
      if (conversation === undefined) return reply.code(404).send({ detail: 'Not found' });
      return reply.send(describe(conversation, core.runningReply(id)));
    });
    this.#registerSend(app, core);
    serveSocket(app, {
      path: '/ws/socket.io/',
      admits: () => true,
      onConnect: (send) => send('0{"sid":"engine","upgrades":[],"pingInterval":25000}'),
      onFrame: async (send, frame) => {
        if (!frame.startsWith('40')) return;
        const sid = randomUUID();
        this.#sessions.set(sid, send);
        send(`40${JSON.stringify({ sid })}`);
      },
    });
  }

  #registerSend(app: FastifyInstance, core: ChatCore): void {
    app.post('/api/chat/completions', async (request, reply) => {
      // The cookie is the login of reads alone.
      if (request.headers.authorization !== `Bearer ${CANARIES.token}`) {
        return reply.code(401).send({ detail: 'Not authenticated' });
      }
      const body = sendBody.parse(request.body);
      const tell = this.#sessions.get(body.session_id);
      if (tell === undefined) return reply.code(400).send({ detail: 'No such session' });
      const plan = this.#faults.takePlan(body.user_message.content);
      await plan.pauseAt('arrival');
      const { id: messageId, content: text, parentId } = body.user_message;
      this.#answerIds.set(messageId, body.id);
      const conversationId = body.chat_id ?? null;
      const receipt = core.receive({ conversationId, messageId, text, parentId, atEnd: false });
      if (receipt.kind !== 'taken') return reply.code(400).send({ detail: receipt.kind });
      await plan.pauseAt('taken');
      void tellAnswer(receipt.reply, plan, tell).catch(() => undefined); // A line cut on purpose.
      const task_id = randomUUID();
      return { status: true, task_id, chat_id: receipt.reply.conversationId };
    });
  }
}

async function tellAnswer(
  { conversationId: chat_id, messageId: message_id, pieces }: RunningReply,
  plan: SendPlan,
  tell: Tell,
): Promise<void> {
  const write = (data: object): void => {
    const event = { chat_id, message_id, data: { type: 'chat:completion', data } };
    tell(`42${JSON.stringify(['events', event])}`);
  };
  let content = '';
  let events = 0;
  for await (const piece of pieces.read()) {
    await plan.beforeEvent(events);
    events += 1;
    content += piece;
    write({ content });
  }
  write({ done: true, content, title: 'A chat' });
}

function describe({ id, title, turns }: Conversation, running: RunningReply | undefined): object {
  const saved = turns.map((turn) => ({
    id: turn.id,
    parentId: turn.parentId,
    role: turn.role,
    content: turn.role === 'user' ? turn.text : '',
    ...(turn.role === 'assistant' && {
      done: true,
      output: [
        {
          type: 'message',
          status: 'completed',
          content: [{ type: 'output_text', text: turn.text }],
        },
      ],
    }),
  }));
  const begun = running && {
    id: running.messageId,
    parentId: running.parentId,
    role: 'assistant',
    content: '',
    done: false,
  };
  const messages = begun === undefined ? saved : [...saved, begun];
  const history = {
    messages: Object.fromEntries(messages.map((message) => [message.id, message])),
    currentId: messages.at(-1)?.id ?? null,
  };
  return { id, title, chat: { title, models: ['llama'], history } };
}
