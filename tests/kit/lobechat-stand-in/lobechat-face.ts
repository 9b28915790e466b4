import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ChatCore, RunningReply } from '../../../playground/chat-core.ts';
import type { Face } from '../../../playground/face.ts';
import type { PageFiles } from '../stand-in/page-bundle.ts';
import { sendEvents } from '../stand-in/send-events.ts';
import type { PlannedFaults } from '../stand-in/send-faults.ts';
import { CONTENT_SECURITY_POLICY, hasCookie, servePage } from '../stand-in/serve-page.ts';
import { CANARIES } from './canaries.ts';
import { SavedReplies } from './saved-replies.ts';
import { serveTrpc } from './serve-trpc.ts';

const SESSION_COOKIE = `better-auth.session_token=${CANARIES.session}`;
const HEAD =
  '<meta property="og:site_name" content="LobeHub">' +
  '<link rel="shortcut icon" href="/favicon-32x32.ico">';
/** Stands in thoughts: whoever takes those for the answer runs it. */
const DECOY = '```baa\n@conductor::echo::{"text":"decoy: this was never said"}\n```';

const sendInput = z.object({
  newUserMessage: z.object({ content: z.string().min(1), parentId: z.string().nullable() }),
  newAssistantMessage: z.object({ model: z.literal('some-model'), provider: z.literal('openai') }),
  topicId: z.string().nullable(),
  agentId: z.literal('agt_1'),
});
const listInput = z.object({ topicId: z.string(), agentId: z.literal('agt_1') });
const updateInput = z.object({
  id: z.string(),
  value: z.object({ content: z.string(), metadata: z.object({ totalTokens: z.number() }) }),
});
/** Trace that a request to the model carries: the server knows nothing else of its purpose. */
const traceShape = z.object({ topicId: z.string(), traceName: z.string() });
const modelBody = z.object({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(z.object({})),
});

/** The chat dressed as LobeChat of 2.x: the server keeps the turns, the page asks the model and has the reply kept. */
export class LobechatFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #page: PageFiles;
  readonly #faults: PlannedFaults;
  readonly #saved = new SavedReplies();
  /** Replies that the model is to be asked for next, by topic. */
  readonly #due = new Map<string, RunningReply>();

  constructor(page: PageFiles, faults: PlannedFaults) {
    this.#page = page;
    this.#faults = faults;
  }

  hosts(port: number): readonly string[] {
    return [`playground.localhost:${port}`];
  }

  newConversationId(): string {
    return newId('tpc');
  }

  newReplyId(): string {
    return newId('msg');
  }

  close(): void {
    this.#faults.releaseAll();
  }

  register(app: FastifyInstance, core: ChatCore): void {
    servePage(app, {
      files: this.#page,
      title: 'LobeHub',
      paths: ['/agent/agt_1'],
      cookies: [`${SESSION_COOKIE}; Path=/; HttpOnly; SameSite=Lax`],
      head: HEAD,
    });
    app.addHook('onRequest', async (request, reply) => {
      const isOpen = !/^\/(?:trpc|webapi)\//.test(request.url);
      if (isOpen || hasCookie(request, SESSION_COOKIE)) return undefined;
      return reply.code(401).send([{ error: { json: { message: 'UNAUTHORIZED' } } }]);
    });
    serveTrpc(app, {
      'topic.getTopics': () => core.conversations().map(({ id, title }) => ({ id, title })),
      'message.getMessages': (input) =>
        this.#saved.messagesOf(core, listInput.parse(input).topicId),
      'message.update': (input) => {
        const { id, value } = updateInput.parse(input);
        this.#saved.update(id, value);
        return { success: true };
      },
      'aiChat.sendMessageInServer': (input) => this.#take(core, input),
    });
    app.post('/webapi/chat/openai', (request, reply) => {
      modelBody.parse(request.body);
      const header = z.string().parse(request.headers['x-lobe-trace']);
      const { topicId, traceName } = traceShape.parse(
        JSON.parse(Buffer.from(header, 'base64').toString('utf8')),
      );
      if (traceName === 'Summary Topic Title') return sendEvents(reply, encode(['A ', 'talk']));
      const due = this.#due.get(topicId);
      if (due === undefined) return reply.code(400).send({ errorType: 'BizError' });
      this.#due.delete(topicId);
      return sendEvents(reply, encode(due.pieces.read()));
    });
  }

  async #take(core: ChatCore, input: unknown): Promise<object> {
    const { newUserMessage, topicId } = sendInput.parse(input);
    const { content: text, parentId } = newUserMessage;
    const plan = this.#faults.takePlan(text);
    await plan.pauseAt('arrival');
    const messageId = newId('msg');
    const receipt = core.receive({
      conversationId: topicId,
      messageId,
      text,
      parentId,
      atEnd: false,
    });
    if (receipt.kind !== 'taken') throw new Error(receipt.kind);
    const { reply, isNew } = receipt;
    this.#saved.begin(messageId, reply.messageId);
    this.#due.set(reply.conversationId, reply);
    await plan.pauseAt('taken');
    return {
      userMessageId: messageId,
      assistantMessageId: reply.messageId,
      topicId: reply.conversationId,
      isCreateNewTopic: isNew,
      messages: this.#saved.messagesOf(core, reply.conversationId),
    };
  }
}

function newId(kind: 'tpc' | 'msg'): string {
  return `${kind}_${randomBytes(8).toString('hex')}`;
}

async function* encode(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  const write = (event: string, data: unknown): string =>
    `id: chatcmpl-1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  yield write('reasoning', DECOY);
  let totalTokens = 0;
  for await (const piece of pieces) {
    totalTokens += 1;
    yield write('text', piece);
  }
  yield write('stop', 'stop');
  yield write('usage', { totalTokens });
}
