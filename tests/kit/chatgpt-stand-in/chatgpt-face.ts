import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ChatCore, RunningReply } from '../../../playground/chat-core.ts';
import type { Face } from '../../../playground/face.ts';
import type { Replayable } from '../../../playground/replayable.ts';
import { CANARIES } from './canaries.ts';
import type { ChatgptMessage } from './chatgpt-message.ts';
import { ROOT_ID, describeConversation } from './conversation-history.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import type { PageFiles } from '../stand-in/page-bundle.ts';
import { keepWriting, sendEvents, sendHumanCheck } from '../stand-in/send-events.ts';
import type { PlannedFaults, Refusal } from '../stand-in/send-faults.ts';
import { CONTENT_SECURITY_POLICY, hasCookie, servePage } from '../stand-in/serve-page.ts';
import { namesOf } from '../stand-in/start-stand-in.ts';
import { encodeTurn, isHandoff, preludeOf } from './turn-stream.ts';
import type { TurnStyle } from './turn-stream.ts';

export const HOST_NAME = 'chatgpt.com';
const SESSION = `__Secure-next-auth.session-token=${CANARIES.sessionCookie}`;
const DEVICE_COOKIE = 'oai-did';

const sendBody = z.object({
  action: z.literal('next'),
  messages: z.tuple([
    z.object({
      id: z.uuid(),
      author: z.object({ role: z.literal('user') }),
      create_time: z.number(),
      content: z.object({ content_type: z.literal('text'), parts: z.tuple([z.string().min(1)]) }),
      metadata: z.looseObject({}),
    }),
  ]),
  conversation_id: z.uuid().optional(),
  parent_message_id: z.string().min(1),
  model: z.string(),
  conversation_mode: z.object({ kind: z.literal('primary_assistant') }),
  supported_encodings: z.array(z.string()).refine((all) => all.includes('v1')),
});
const finalizeBody = z.object({ prepare_token: z.string(), proofofwork: z.string() });
const resumeBody = z.object({ conversation_id: z.string(), offset: z.number().int().min(0) });
const idParams = z.object({ id: z.string() });

export interface ChatgptFaceOptions {
  readonly page: PageFiles;
  readonly faults: PlannedFaults;
  /** Styles of the turns to come, used in order and over again. */
  readonly styles: readonly TurnStyle[];
  /** New chats show `/c/WEB:<uuid>` until their real id is known. */
  readonly provisionalIds: boolean;
}

/** The chat dressed as chatgpt.com: its pages, tokens, requests, streams and histories. */
export class ChatgptFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #options: ChatgptFaceOptions;
  readonly #tokens = new OneTimeTokens();
  readonly #streams = new Map<string, Replayable<string>>();
  readonly #preludes = new Map<string, readonly ChatgptMessage[]>();
  #turns = 0;

  constructor(options: ChatgptFaceOptions) {
    this.#options = options;
  }

  hosts(port: number): readonly string[] {
    return namesOf(HOST_NAME, port);
  }

  /** A uuid whose first eight digits are the Unix time, like the real ones. */
  newConversationId(): string {
    return (
      Math.floor(Date.now() / 1000)
        .toString(16)
        .padStart(8, '0') + randomUUID().slice(8)
    );
  }

  newReplyId(): string {
    return randomUUID();
  }

  close(): void {
    this.#options.faults.releaseAll();
  }

  register(app: FastifyInstance, core: ChatCore): void {
    this.#registerPage(app);
    this.#registerTokens(app);
    this.#registerSend(app, core);
    this.#registerReads(app, core);
  }

  #registerPage(app: FastifyInstance): void {
    const { page, provisionalIds } = this.#options;
    servePage(app, {
      files: page,
      title: 'ChatGPT',
      paths: ['/', '/c/:id'],
      cookies: [
        `${SESSION}; Path=/; Secure; HttpOnly; SameSite=Lax`,
        `${DEVICE_COOKIE}=${CANARIES.deviceCookie}; Path=/; Secure; SameSite=Lax`,
      ],
      settings: provisionalIds ? 'provisional-ids' : '',
    });
    app.get('/api/auth/session', (request, reply) => {
      if (!this.#options.faults.signedIn) return {};
      if (!hasCookie(request, SESSION)) return {};
      return reply.send({ user: { id: 'user-1' }, accessToken: CANARIES.bearerToken });
    });
    app.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith('/backend-api/')) return undefined;
      const isKnown = request.headers.authorization === `Bearer ${CANARIES.bearerToken}`;
      if (isKnown && this.#options.faults.signedIn) return undefined;
      return reply.code(401).send({ detail: 'Your authentication token has expired.' });
    });
  }

  #registerTokens(app: FastifyInstance): void {
    app.post('/backend-api/sentinel/chat-requirements/prepare', () => {
      const { prepareToken, seed } = this.#tokens.prepare();
      return { prepare_token: prepareToken, proofofwork: { required: true, seed } };
    });
    app.post('/backend-api/sentinel/chat-requirements/finalize', (request, reply) => {
      const { prepare_token, proofofwork } = finalizeBody.parse(request.body);
      const token = this.#tokens.finalize(prepare_token, proofofwork);
      return token === null ? unusualActivity(reply) : reply.send({ token, expire_after: 540 });
    });
    app.post('/backend-api/f/conversation/prepare', () => ({
      status: 'ok',
      conduit_token: this.#tokens.newConduit(),
    }));
  }

  #registerSend(app: FastifyInstance, core: ChatCore): void {
    app.post('/backend-api/f/conversation', async (request, reply) => {
      const { headers } = request;
      const body = sendBody.parse(request.body);
      if (!this.#tokens.consume(headers['openai-sentinel-chat-requirements-token'])) {
        return unusualActivity(reply);
      }
      if (!this.#tokens.isConduit(headers['x-conduit-token'])) return unusualActivity(reply);

      const [message] = body.messages;
      const [text] = message.content.parts;
      const plan = this.#options.faults.takePlan(text);
      if (plan.refusal) return refuse(reply, plan.refusal);
      await plan.pauseAt('arrival');
      const known = core.conversation(body.conversation_id ?? '');
      const parentId = body.parent_message_id;
      if (parentId !== ROOT_ID && !known?.turns.some((turn) => turn.id === parentId)) {
        return reply.code(404).send({ detail: 'The parent message was not found.' });
      }
      const receipt = core.receive({
        conversationId: body.conversation_id ?? null,
        messageId: message.id,
        text,
        parentId,
        atEnd: false,
      });
      if (receipt.kind === 'unknown_conversation') return conversationNotFound(reply);
      if (receipt.kind === 'repeated') {
        return reply.code(409).send({ detail: 'This message exists already.' });
      }
      const events = this.#startStream(core, receipt.reply);
      await plan.pauseAt('taken');
      if (plan.answerLost) return refuse(reply, { kind: 'server_error' });
      return sendEvents(reply, readUntilHandoff(events), plan);
    });

    app.post('/backend-api/f/conversation/resume', (request, reply) => {
      const { conversation_id, offset } = resumeBody.parse(request.body);
      const events = this.#streams.get(conversation_id);
      if (!events) return reply.code(404).send({ detail: { code: 'no_stream_to_resume' } });
      return sendEvents(reply, readPastHandoff(events, offset));
    });
  }

  #registerReads(app: FastifyInstance, core: ChatCore): void {
    app.get('/backend-api/conversations', () => ({
      items: core.conversations().map(({ id, title }) => ({ id, title })),
    }));
    app.get('/backend-api/conversation/:id', (request, reply) => {
      const conversation = core.conversation(idParams.parse(request.params).id);
      if (!conversation) return conversationNotFound(reply);
      return reply.send(
        describeConversation(conversation, (answerId) => this.#preludes.get(answerId) ?? []),
      );
    });
    app.get('/backend-api/conversation/:id/stream_status', (request) => {
      const running = core.runningReply(idParams.parse(request.params).id);
      return { status: running ? 'IS_STREAMING' : 'COMPLETE' };
    });
  }

  /** Encodes the turn as it is written; kept until the conversation's next one, for whoever resumes. */
  #startStream(core: ChatCore, reply: RunningReply): Replayable<string> {
    const { styles } = this.#options;
    const style = styles[this.#turns % styles.length] ?? 'plain';
    this.#turns += 1;
    const prelude = preludeOf(style);
    this.#preludes.set(reply.messageId, prelude);
    const conversation = core.conversation(reply.conversationId);
    const question = conversation?.turns.find((turn) => turn.id === reply.parentId);
    if (!conversation || !question) throw new Error('a reply without its question');

    const events = keepWriting(encodeTurn({ style, conversation, question, reply, prelude }));
    this.#streams.set(reply.conversationId, events);
    return events;
  }
}

const DONE = 'data: [DONE]\n\n';

async function* readUntilHandoff(events: Replayable<string>): AsyncGenerator<string> {
  for await (const event of events.read()) {
    yield event;
    if (isHandoff(event)) break;
  }
  yield DONE;
}

/** The handoff counts as an event, but has nothing more to say to one who has come this way. */
async function* readPastHandoff(events: Replayable<string>, from: number): AsyncGenerator<string> {
  for await (const event of events.read(from)) if (!isHandoff(event)) yield event;
  yield DONE;
}

function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  switch (refusal.kind) {
    case 'rate_limited': {
      const clears_in = refusal.clearsInSeconds;
      const message = 'You have hit your limit.';
      return reply.code(429).send({ detail: { code: 'model_cap_exceeded', clears_in, message } });
    }
    case 'challenge':
      return sendHumanCheck(reply);
    case 'logged_out':
      return reply.code(401).send({ detail: 'Your authentication token has expired.' });
    case 'server_error':
      return reply.code(500).send({ detail: 'Something went wrong.' });
  }
}

function unusualActivity(reply: FastifyReply): FastifyReply {
  const detail = 'Unusual activity has been detected from your device. Try again later.';
  return reply.code(403).send({ detail });
}

function conversationNotFound(reply: FastifyReply): FastifyReply {
  const message = "Can't load this conversation.";
  return reply.code(404).send({ detail: { code: 'conversation_not_found', message } });
}
