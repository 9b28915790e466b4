import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ChatCore } from '../../../playground/chat-core.ts';
import type { Face } from '../../../playground/face.ts';
import type { PageFiles } from '../stand-in/page-bundle.ts';
import { keepWriting, sendEvents, sendHumanCheck } from '../stand-in/send-events.ts';
import type { PlannedFaults, Refusal } from '../stand-in/send-faults.ts';
import { CONTENT_SECURITY_POLICY, hasCookie, servePage } from '../stand-in/serve-page.ts';
import { namesOf } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { encodeCompletion, noticeEvents, type TurnStyle } from './completion-stream.ts';
import { describeSession } from './deepseek-history.ts';
import { envelope, INVALID_PROOF, INVALID_TOKEN, UNKNOWN_SESSION } from './envelope.ts';
import { messageId, messageNumber, nextNumber } from './message-number.ts';
import { ProofOfWork } from './proof-of-work.ts';

export const HOST_NAME = 'chat.deepseek.com';
const SESSION = `ds_session_id=${CANARIES.sessionCookie}`;
const SEND_PATH = '/api/v0/chat/completion';
const LOGIN_PATH = '/api/v0/users/current';

const sendBody = z.object({
  chat_session_id: z.uuid(),
  parent_message_id: z.number().int().min(1).nullable(),
  model_type: z.literal('default'),
  prompt: z.string().min(1),
  ref_file_ids: z.array(z.never()),
  thinking_enabled: z.boolean(),
  search_enabled: z.boolean(),
  preempt: z.boolean(),
});
const challengeBody = z.object({ target_path: z.literal(SEND_PATH) });
const historyQuery = z.object({ chat_session_id: z.string() });

export interface DeepseekFaceOptions {
  readonly page: PageFiles;
  readonly faults: PlannedFaults;
  /** Styles of the turns to come, used in order and over again. */
  readonly styles: readonly TurnStyle[];
}

/** The chat dressed as chat.deepseek.com: its pages, proofs, requests, streams and histories. */
export class DeepseekFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #options: DeepseekFaceOptions;
  readonly #proofs = new ProofOfWork();
  readonly #styles = new Map<string, TurnStyle>();

  constructor(options: DeepseekFaceOptions) {
    this.#options = options;
  }

  hosts(port: number): readonly string[] {
    return namesOf(HOST_NAME, port);
  }

  newConversationId(): string {
    return randomUUID();
  }

  newReplyId(questionId: string): string {
    const [session = ''] = questionId.split('/');
    return messageId(session, messageNumber(questionId) + 1);
  }

  close(): void {
    this.#options.faults.releaseAll();
  }

  register(app: FastifyInstance, core: ChatCore): void {
    servePage(app, {
      files: this.#options.page,
      title: 'DeepSeek',
      paths: ['/', '/a/chat/s/:id'],
      cookies: [`${SESSION}; Path=/; Secure; HttpOnly; SameSite=Lax`],
    });
    app.get(LOGIN_PATH, (request, reply) =>
      reply.send(
        hasCookie(request, SESSION) ? envelope({ token: CANARIES.bearerToken }) : INVALID_TOKEN,
      ),
    );
    app.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith('/api/') || request.url === LOGIN_PATH) return undefined;
      if (request.headers.authorization === `Bearer ${CANARIES.bearerToken}`) return undefined;
      return reply.send(INVALID_TOKEN);
    });
    this.#registerSend(app, core);
    this.#registerReads(app, core);
  }

  #registerSend(app: FastifyInstance, core: ChatCore): void {
    app.post('/api/v0/chat_session/create', () => {
      const { id, title } = core.createConversation();
      return envelope({ chat_session: { id, title, seq_id: 0, current_message_id: null } });
    });
    app.post('/api/v0/chat/create_pow_challenge', (request) => {
      const { target_path } = challengeBody.parse(request.body);
      return envelope({ challenge: this.#proofs.challenge(target_path) });
    });
    app.post(SEND_PATH, async (request, reply) => {
      if (!this.#proofs.consume(request.headers['x-ds-pow-response'], SEND_PATH)) {
        return reply.send(INVALID_PROOF);
      }
      const body = sendBody.parse(request.body);
      const session = core.conversation(body.chat_session_id);
      const plan = this.#options.faults.takePlan(body.prompt);
      if (!session) return reply.send(UNKNOWN_SESSION);
      if (plan.refusal) return refuse(reply, plan.refusal);
      await plan.pauseAt('arrival');
      const number = nextNumber(session.turns);
      if (plan.notice) return sendEvents(reply, noticeEvents(number, plan.notice), plan);
      const parent = body.parent_message_id;
      const parentId = parent === null ? null : messageId(session.id, parent);
      if (parentId !== null && !session.turns.some((turn) => turn.id === parentId)) {
        return reply.send(envelope({}, 26, 'invalid message id'));
      }
      const isFirst = session.turns.length === 0;
      const receipt = core.receive({
        conversationId: session.id,
        messageId: messageId(session.id, number),
        text: body.prompt,
        parentId,
        atEnd: false,
      });
      if (receipt.kind !== 'taken')
        throw new Error(`a message under a new number: ${receipt.kind}`);
      const { styles } = this.#options;
      const style = styles[this.#styles.size % styles.length] ?? 'text';
      this.#styles.set(receipt.reply.messageId, style);
      const title = isFirst ? session.title : null;
      const events = keepWriting(encodeCompletion({ style, reply: receipt.reply, title }));
      await plan.pauseAt('taken');
      if (plan.answerLost) return refuse(reply, { kind: 'server_error' });
      return sendEvents(reply, events.read(), plan);
    });
  }

  #registerReads(app: FastifyInstance, core: ChatCore): void {
    app.get('/api/v0/chat_session/fetch_page', () =>
      envelope({ chat_sessions: core.conversations().map(({ id, title }) => ({ id, title })) }),
    );
    app.get('/api/v0/chat/history_messages', (request, reply) => {
      const session = core.conversation(historyQuery.parse(request.query).chat_session_id);
      if (!session) return reply.send(UNKNOWN_SESSION);
      const described = describeSession(session, (id) => this.#styles.get(id) ?? 'text');
      return reply.send(envelope(described));
    });
  }
}

/** How the real site tells a limit otherwise than in a stream is not known, nor for how long one lasts. */
function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  switch (refusal.kind) {
    case 'rate_limited':
      return reply.code(429).send({ code: 429, msg: 'Too Many Requests', data: null });
    case 'logged_out':
      return reply.send(INVALID_TOKEN);
    case 'challenge':
      return sendHumanCheck(reply);
    case 'server_error':
      return reply.code(500).send({ code: 500, msg: 'Internal Server Error', data: null });
  }
}
