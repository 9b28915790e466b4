import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ChatCore, RunningReply } from '../../../playground/chat-core.ts';
import type { Face } from '../../../playground/face.ts';
import type { PageFiles } from '../stand-in/page-bundle.ts';
import type { PlannedFaults, SendPlan } from '../stand-in/send-faults.ts';
import { CONTENT_SECURITY_POLICY, hasCookie, servePage } from '../stand-in/serve-page.ts';
import { CANARIES } from './canaries.ts';
import { MessageTree } from './message-tree.ts';

const SESSION_COOKIE = `hf-chat=${CANARIES.session}`;
const HEAD =
  '<meta name="twitter:site" content="@huggingface">' +
  '<link rel="icon" href="/chatui/icon.svg" type="image/svg+xml">' +
  '<link rel="manifest" href="/chatui/manifest.json">';
/** Stands in thoughts: whoever takes those for the answer runs it. */
const DECOY = '```baa\n@conductor::echo::{"text":"decoy: this was never said"}\n```';
/** Padding: the length of a line gives nothing away, and nothing holds the end back. */
const TOKEN_LENGTH = 16;
const END_PADDING = ' '.repeat(4096);

const ID = /^[0-9a-f]{24}$/;
const params = z.object({ id: z.string().regex(ID) });
const createBody = z.object({ model: z.literal('some/model'), preprompt: z.string() });
const sendData = z.object({
  inputs: z.string().min(1),
  id: z.uuid(),
  is_retry: z.literal(false),
  is_continue: z.literal(false),
  generationId: z.uuid(),
  selectedMcpServerNames: z.array(z.string()),
  selectedMcpServers: z.array(z.object({})),
  timezone: z.string(),
});

/** The chat dressed as chat-ui of 2026-08: its pages, its sends, their lines of JSON, its tree of messages. */
export class HfChatUiFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #page: PageFiles;
  readonly #faults: PlannedFaults;
  readonly #tree = new MessageTree();

  constructor(page: PageFiles, faults: PlannedFaults) {
    this.#page = page;
    this.#faults = faults;
  }

  hosts(port: number): readonly string[] {
    return [`playground.localhost:${port}`];
  }

  newConversationId(): string {
    return randomBytes(12).toString('hex');
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
      title: 'ChatUI',
      paths: ['/', '/conversation/:id'],
      cookies: [`${SESSION_COOKIE}; Path=/; HttpOnly; SameSite=Lax`],
      // What a page is loaded with comes within it: it asks for its conversation again only after a turn.
      settings: (request) => {
        const { success, data } = params.safeParse(request.params);
        return success ? JSON.stringify(this.#tree.describe(core, data.id)) : '';
      },
      head: HEAD,
    });
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.addHook('onRequest', async (request, reply) => {
      const isOpen = request.method === 'GET' && !request.url.startsWith('/api/');
      if (isOpen || hasCookie(request, SESSION_COOKIE)) return undefined;
      return reply.code(401).send({ message: 'You need to be logged in.' });
    });
    app.get('/api/v2/conversations', () => ({
      json: {
        conversations: core.conversations().map(({ id, title }) => ({ id, title })),
        hasMore: false,
      },
    }));
    app.get('/api/v2/conversations/:id', (request, reply) => {
      const conversation = this.#tree.describe(core, params.parse(request.params).id);
      if (conversation !== null) return reply.send(conversation);
      return reply.code(404).send({ message: 'Conversation not found' });
    });
    app.post('/conversation', (request) => {
      createBody.parse(request.body);
      const { id } = core.createConversation();
      const conversation = JSON.stringify(this.#tree.describe(core, id));
      return { conversationId: id, conversation };
    });
    this.#registerSend(app, core);
  }

  #registerSend(app: FastifyInstance, core: ChatCore): void {
    app.post('/conversation/:id', async (request, reply) => {
      const { id: conversationId } = params.parse(request.params);
      const data = sendData.parse(JSON.parse(await dataIn(request)));
      const plan = this.#faults.takePlan(data.inputs);
      await plan.pauseAt('arrival');
      const { rootId } = this.#tree;
      const receipt = core.receive({
        conversationId,
        messageId: randomUUID(),
        text: data.inputs,
        parentId: data.id === rootId(conversationId) ? null : data.id,
        atEnd: false,
      });
      if (receipt.kind !== 'taken') return reply.code(404).send({ message: receipt.kind });
      this.#tree.nameRun(receipt.reply.messageId, data.generationId);
      await plan.pauseAt('taken');
      return reply.type('application/jsonl').send(Readable.from(encode(core, receipt.reply, plan)));
    });
  }
}

/** The field `data` of the form; files may stand beside it. */
async function dataIn({ headers, body }: FastifyRequest): Promise<string> {
  const answer = new Response(body as Buffer<ArrayBuffer>, {
    headers: { 'content-type': headers['content-type'] ?? '' },
  });
  return z.string().parse((await answer.formData()).get('data'));
}

async function* encode(
  core: ChatCore,
  { conversationId, pieces }: RunningReply,
  plan: SendPlan,
): AsyncGenerator<string> {
  const write = (update: object): string => `${JSON.stringify(update)}\n`;
  yield write({ type: 'status', status: 'started' });
  yield write({ type: 'title', title: core.conversation(conversationId)?.title });
  yield write({ type: 'reasoning', subtype: 'stream', token: DECOY });
  let text = '';
  let events = 0;
  for await (const piece of pieces.read()) {
    await plan.beforeEvent(events);
    events += 1;
    text += piece;
    yield write({ type: 'stream', token: piece.padEnd(TOKEN_LENGTH, '\0') });
  }
  yield write({ type: 'finalAnswer', text, interrupted: false }) + END_PADDING;
  yield write({ type: 'status', status: 'finished' });
}
