import { randomBytes } from 'node:crypto';
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

export const HOST_NAME = 'copilot.microsoft.com';
const SESSION = `__session=${CANARIES.sessionCookie}`;
/** Stands in thoughts: whoever takes those for the answer runs it. */
const DECOY = '```baa\n@conductor::echo::{"text":"decoy: this was never said"}\n```';

const sendFrame = z.object({
  event: z.literal('send'),
  conversationId: z.string(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string().min(1) })]),
  mode: z.literal('chat'),
  context: z.object({}),
});
const params = z.object({ id: z.string() });

type Tell = (frame: object) => void;

/** The chat dressed as copilot.microsoft.com: its pages, its socket, its history. */
export class CopilotFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #page: PageFiles;
  readonly #faults: PlannedFaults;
  #frames = 0;

  constructor(page: PageFiles, faults: PlannedFaults) {
    this.#page = page;
    this.#faults = faults;
  }

  hosts(port: number): readonly string[] {
    return namesOf(HOST_NAME, port);
  }

  newConversationId(): string {
    return newId();
  }

  newReplyId(): string {
    return newId();
  }

  close(): void {
    this.#faults.releaseAll();
  }

  register(app: FastifyInstance, core: ChatCore): void {
    servePage(app, {
      files: this.#page,
      title: 'Microsoft Copilot: Your AI companion',
      paths: ['/', '/chats/:id'],
      cookies: [`${SESSION}; Path=/; Secure; HttpOnly; SameSite=Lax`],
      settings: CANARIES.accessToken,
    });
    app.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith('/c/') || hasCookie(request, SESSION)) return undefined;
      return reply.code(401).send({});
    });
    app.post('/c/api/conversations', () => ({ id: core.createConversation().id }));
    app.get('/c/api/conversations', () => ({
      results: core.conversations().map(({ id, title }) => ({ id, title })),
    }));
    app.get('/c/api/conversations/:id/history', (request, reply) => {
      const conversation = core.conversation(params.parse(request.params).id);
      if (conversation === undefined) return reply.code(404).send({});
      const results = conversation.turns.map(({ id, role, text, createdAtMs }) => ({
        id,
        author: { type: role === 'user' ? 'human' : 'ai' },
        content: [{ type: 'text', text }],
        createdAt: new Date(createdAtMs).toISOString(),
      }));
      return reply.send({ results: results.toReversed(), next: null });
    });
    serveSocket(app, {
      path: '/c/api/chat',
      admits: ({ url = '' }) => url.includes(`accessToken=${CANARIES.accessToken}`),
      onFrame: (send, text) =>
        this.#hear(core, (frame) => send(JSON.stringify(frame)), JSON.parse(text)),
    });
  }

  async #hear(core: ChatCore, socketTell: Tell, frame: unknown): Promise<void> {
    const tell = (event: string, more: object): void =>
      socketTell({ event, ...more, id: String((this.#frames += 1)) });
    const { event } = z.object({ event: z.string() }).parse(frame);
    if (event === 'ping') return tell('pong', {});
    if (event !== 'send') return undefined;
    const { conversationId, content } = sendFrame.parse(frame);
    const plan = this.#faults.takePlan(content[0].text);
    if (plan.refusal !== null) return tell('error', { errorCode: 'throttled' });
    await plan.pauseAt('arrival');
    const receipt = core.receive({
      conversationId,
      messageId: newId(),
      text: content[0].text,
      parentId: null,
      atEnd: true,
    });
    if (receipt.kind !== 'taken') return tell('error', { errorCode: 'invalid-event' });
    await plan.pauseAt('taken');
    return answer(receipt.reply, plan, tell);
  }
}

async function answer(
  { conversationId, messageId, parentId, pieces }: RunningReply,
  plan: SendPlan,
  tell: (event: string, more: object) => void,
): Promise<void> {
  const createdAt = new Date().toISOString();
  const tellNext = async (event: string, more: object): Promise<void> => {
    await plan.beforeEvent(events);
    events += 1;
    tell(event, more);
  };
  let events = 0;
  await tellNext('received', { conversationId, messageId: parentId, createdAt });
  await tellNext('startMessage', { conversationId, messageId, createdAt });
  await tellNext('chainOfThought', { messageId, partId: 't', text: DECOY });
  for await (const text of pieces.read()) {
    await tellNext('appendText', { messageId, partId: '0', text });
  }
  await tellNext('partCompleted', { messageId, partId: '0' });
  await tellNext('done', { messageId });
  tell('titleUpdate', { conversationId, title: 'A chat' });
}

/** 21 characters, as the site's ids are. */
function newId(): string {
  return randomBytes(16).toString('base64url').slice(0, 21);
}
