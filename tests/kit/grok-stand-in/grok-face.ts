import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ChatCore, RunningReply } from '../../../playground/chat-core.ts';
import type { Face } from '../../../playground/face.ts';
import type { PageFiles } from '../stand-in/page-bundle.ts';
import type { PlannedFaults, SendPlan } from '../stand-in/send-faults.ts';
import { CONTENT_SECURITY_POLICY, hasCookie, servePage } from '../stand-in/serve-page.ts';
import { serveSocket } from '../stand-in/serve-socket.ts';
import { namesOf } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';

export const HOST_NAME = 'grok.com';
const SESSION = `sso=${CANARIES.sessionCookie}`;
const CONVERSATIONS = '/rest/app-chat/conversations';
/** Stands in thoughts: whoever takes those for the answer runs it. */
const DECOY = '```baa\n@conductor::echo::{"text":"decoy: this was never said"}\n```';

const sessionCreate = z.object({
  type: z.literal('session.create'),
  session: z.object({ x_grok: z.object({ conversation_id: z.uuid().optional() }) }),
});
const itemCreate = z.object({
  type: z.literal('conversation.item.create'),
  item: z.object({
    type: z.literal('message'),
    role: z.literal('user'),
    x_grok: z.object({
      client_message_id: z.uuid(),
      input_chunks: z.tuple([z.object({ text: z.object({ text: z.string().min(1) }) })]),
    }),
  }),
  parent_response_id: z.uuid().optional(),
});
const responseCreate = z.object({
  type: z.literal('response.create'),
  castle_request_token: z.literal(CANARIES.castleToken),
});
const ping = z.object({ type: z.literal('ping') });
const frameShape = z.object({
  session_id: z.uuid().optional(),
  event: z.discriminatedUnion('type', [sessionCreate, itemCreate, responseCreate, ping]),
});
const params = z.object({ id: z.uuid() });
const loadBody = z.object({ responseIds: z.array(z.uuid()) });

type Tell = (event: object) => void;
interface Asked {
  readonly reply: RunningReply;
  readonly plan: SendPlan;
}

/** The chat dressed as grok.com: its pages, its socket, its history. */
export class GrokFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #page: PageFiles;
  readonly #faults: PlannedFaults;
  /** Messages whose answer was not asked for yet, by conversation. */
  readonly #asked = new Map<string, Asked>();

  constructor(page: PageFiles, faults: PlannedFaults) {
    this.#page = page;
    this.#faults = faults;
  }

  hosts(port: number): readonly string[] {
    return namesOf(HOST_NAME, port);
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
      title: 'Grok',
      paths: ['/', '/c/:id'],
      cookies: [`${SESSION}; Path=/; Secure; HttpOnly; SameSite=Lax`],
      settings: `${CANARIES.userId} ${CANARIES.castleToken}`,
    });
    app.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith('/rest/') || hasCookie(request, SESSION)) return undefined;
      return reply.code(401).send({});
    });
    this.#registerReads(app, core);
    serveSocket(app, {
      path: '/ws/mgw/',
      admits: ({ url = '' }) => url.endsWith(`?uid=${CANARIES.userId}`),
      onFrame: (send, text) =>
        this.#hear(core, (frame) => send(JSON.stringify(frame)), JSON.parse(text)),
    });
  }

  #registerReads(app: FastifyInstance, core: ChatCore): void {
    app.get(CONVERSATIONS, () => ({
      conversations: core.conversations().map(({ id, title }) => ({ conversationId: id, title })),
    }));
    app.get(`${CONVERSATIONS}/:id/response-node`, (request, reply) => {
      const conversation = core.conversation(params.parse(request.params).id);
      if (conversation === undefined) return reply.code(404).send({});
      const responseNodes = conversation.turns.map(({ id, parentId }) => ({
        responseId: id,
        parentResponseId: parentId,
      }));
      return reply.send({ responseNodes, inflightResponses: [] });
    });
    app.post(`${CONVERSATIONS}/:id/load-responses`, (request, reply) => {
      const { responseIds } = loadBody.parse(request.body);
      const turns = core.conversation(params.parse(request.params).id)?.turns ?? [];
      const responses = turns
        .filter(({ id }) => responseIds.includes(id))
        .map(({ id, role, text, parentId }) => ({
          responseId: id,
          message: text,
          sender: role === 'user' ? 'human' : 'ASSISTANT',
          parentResponseId: parentId,
          partial: false,
        }));
      return reply.send({ responses });
    });
  }

  async #hear(core: ChatCore, tellFrame: Tell, frame: unknown): Promise<void> {
    const { session_id, event } = frameShape.parse(frame);
    if (event.type === 'ping') return undefined;
    if (event.type === 'session.create') {
      const id = event.session.x_grok.conversation_id ?? core.createConversation().id;
      tellFrame({ session_id: id, event: { type: 'session.created' } });
      const conversation = { id };
      return tellFrame({ session_id: id, event: { type: 'conversation.attached', conversation } });
    }
    const id = z.uuid().parse(session_id);
    const tell = (told: object): void =>
      tellFrame({ session_id: id, event_id: randomUUID(), event: told });
    if (event.type === 'response.create') {
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      return asked === undefined ? undefined : answer(asked, tell);
    }
    const { text } = event.item.x_grok.input_chunks[0].text;
    const plan = this.#faults.takePlan(text);
    if (plan.refusal !== null) {
      return tell({ type: 'error', error: { code: 'rate_limit', message: 'Too many.' } });
    }
    await plan.pauseAt('arrival');
    const receipt = core.receive({
      conversationId: id,
      messageId: randomUUID(),
      text,
      parentId: event.parent_response_id ?? null,
      atEnd: false,
    });
    if (receipt.kind === 'taken') this.#asked.set(id, { reply: receipt.reply, plan });
    else tell({ type: 'error', error: { code: 'not_found', message: 'No such conversation.' } });
  }
}

async function answer({ reply, plan }: Asked, tell: Tell): Promise<void> {
  const chunk = (text: string, channel: string): object => ({
    type: 'response.chunk',
    chunk: { text: { text, channel } },
  });
  await plan.pauseAt('taken');
  let events = 0;
  const tellNext = async (event: object): Promise<void> => {
    await plan.beforeEvent(events);
    events += 1;
    tell(event);
  };
  await tellNext({ type: 'response.created', response: { id: reply.messageId } });
  await tellNext(chunk(DECOY, 'CHANNEL_ANALYSIS'));
  for await (const text of reply.pieces.read()) {
    await tellNext(chunk(text, 'CHANNEL_ASSISTANT_RESPONSE'));
  }
  await tellNext({
    type: 'response.done',
    response: { id: reply.messageId, status: 'completed' },
  });
}
