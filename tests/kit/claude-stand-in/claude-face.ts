import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ChatCore } from '../../../playground/chat-core.ts';
import type { Face } from '../../../playground/face.ts';
import type { PageFiles } from '../stand-in/page-bundle.ts';
import { keepWriting, sendEvents } from '../stand-in/send-events.ts';
import type { PlannedFaults } from '../stand-in/send-faults.ts';
import { CONTENT_SECURITY_POLICY, hasCookie, servePage } from '../stand-in/serve-page.ts';
import { namesOf } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { describeConversation } from './claude-history.ts';
import { errorBody, noticeEvents, refuse } from './claude-refusals.ts';
import { encodeCompletion, type TurnStyle } from './completion-stream.ts';

export const HOST_NAME = 'claude.ai';
export const ORGANIZATION = '5a1fe4c2-6a34-4f0c-9d5e-3f6f5b1d2c3a';
const SESSION = `sessionKey=${CANARIES.sessionCookie}`;
const CONVERSATIONS = '/api/organizations/:org/chat_conversations';
/** Stands for "no message before". */
const ROOT_ID = '00000000-0000-4000-8000-000000000000';

const sendBody = z.object({
  prompt: z.string().min(1),
  parent_message_uuid: z.uuid().optional(),
  turn_message_uuids: z.object({ human_message_uuid: z.uuid(), assistant_message_uuid: z.uuid() }),
  model: z.string(),
  timezone: z.string(),
  locale: z.string(),
  rendering_mode: z.literal('messages'),
  personalized_styles: z.array(z.unknown()),
  tools: z.array(z.unknown()),
  attachments: z.array(z.never()),
  files: z.array(z.never()),
  sync_sources: z.array(z.never()),
  create_conversation_params: z.object({ name: z.string() }).optional(),
});
const params = z.object({ org: z.literal(ORGANIZATION), id: z.uuid() });
/** As the page asks; anything else is another request of the site's. */
const historyQuery = z.object({
  tree: z.literal('True'),
  rendering_mode: z.literal('messages'),
  render_all_tools: z.literal('true'),
});

export interface ClaudeFaceOptions {
  readonly page: PageFiles;
  readonly faults: PlannedFaults;
  /** Styles of the turns to come, used in order and over again. */
  readonly styles: readonly TurnStyle[];
}

/** The chat dressed as claude.ai: its pages, requests, streams and histories. */
export class ClaudeFace implements Face {
  readonly contentSecurityPolicy = CONTENT_SECURITY_POLICY;
  readonly #options: ClaudeFaceOptions;
  /** The page names the answer before it is written. */
  readonly #answerIds = new Map<string, string>();
  readonly #styles = new Map<string, TurnStyle>();

  constructor(options: ClaudeFaceOptions) {
    this.#options = options;
  }

  hosts(port: number): readonly string[] {
    return namesOf(HOST_NAME, port);
  }

  newConversationId(): string {
    return randomUUID();
  }

  newReplyId(questionId: string): string {
    return this.#answerIds.get(questionId) ?? randomUUID();
  }

  close(): void {
    this.#options.faults.releaseAll();
  }

  register(app: FastifyInstance, core: ChatCore): void {
    servePage(app, {
      files: this.#options.page,
      title: 'Claude',
      paths: ['/new', '/', '/chat/:id'],
      cookies: [
        `${SESSION}; Path=/; Secure; HttpOnly; SameSite=Lax`,
        `anthropic-device-id=${CANARIES.deviceCookie}; Path=/; Secure; SameSite=Lax`,
        `lastActiveOrg=${ORGANIZATION}; Path=/; Secure; SameSite=Lax`,
      ],
      settings: CANARIES.activitySession,
    });
    app.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith('/api/') || hasCookie(request, SESSION)) return undefined;
      return refuse(reply, { kind: 'logged_out' });
    });
    this.#registerSend(app, core);
    this.#registerReads(app, core);
  }

  #registerSend(app: FastifyInstance, core: ChatCore): void {
    app.post(`${CONVERSATIONS}/:id/completion`, async (request, reply) => {
      if (!comesFromPage(request)) {
        return reply.code(403).send(errorBody('permission_error', 'Invalid client.'));
      }
      const { id } = params.parse(request.params);
      const body = sendBody.parse(request.body);
      const plan = this.#options.faults.takePlan(body.prompt);
      if (plan.refusal) return refuse(reply, plan.refusal);
      await plan.pauseAt('arrival');
      if (plan.notice) return sendEvents(reply, noticeEvents(plan.notice), plan);

      const known = core.conversation(id);
      const isFirst = body.create_conversation_params !== undefined;
      if (isFirst && known) {
        return reply.code(400).send(errorBody('invalid_request_error', 'It exists already.'));
      }
      if (!isFirst && !known) return notFound(reply);
      const parentId = body.parent_message_uuid ?? ROOT_ID;
      const isKnown = known?.turns.some((turn) => turn.id === parentId) ?? false;
      if (parentId !== ROOT_ID && !isKnown) {
        return reply.code(400).send(errorBody('invalid_request_error', 'Unknown parent message.'));
      }
      if (isFirst) core.createConversation(undefined, id);
      const { human_message_uuid: messageId, assistant_message_uuid } = body.turn_message_uuids;
      this.#answerIds.set(messageId, assistant_message_uuid);
      const receipt = core.receive({
        conversationId: id,
        messageId,
        text: body.prompt,
        parentId: parentId === ROOT_ID ? null : parentId,
        atEnd: false,
      });
      if (receipt.kind === 'unknown_conversation') return notFound(reply);
      if (receipt.kind === 'repeated') {
        return reply.code(409).send(errorBody('invalid_request_error', 'It exists already.'));
      }
      const { styles } = this.#options;
      const style = styles[this.#styles.size % styles.length] ?? 'text';
      this.#styles.set(receipt.reply.messageId, style);
      const events = keepWriting(encodeCompletion(receipt.reply, style));
      await plan.pauseAt('taken');
      if (plan.answerLost) return refuse(reply, { kind: 'server_error' });
      return sendEvents(reply, events.read(), plan);
    });
  }

  #registerReads(app: FastifyInstance, core: ChatCore): void {
    app.get(CONVERSATIONS, () =>
      core.conversations().map(({ id, title: name }) => ({ uuid: id, name })),
    );
    app.get(`${CONVERSATIONS}/:id`, (request, reply) => {
      historyQuery.parse(request.query);
      const conversation = core.conversation(params.parse(request.params).id);
      if (!conversation) return notFound(reply);
      return reply.send(
        describeConversation(conversation, (answerId) => this.#styles.get(answerId) ?? 'text'),
      );
    });
  }
}

/** Checks the headers that only the page knows: a copy of its request must have them too. */
function comesFromPage({ headers }: FastifyRequest): boolean {
  return (
    headers['anthropic-client-platform'] === 'web_claude_ai' &&
    headers['anthropic-device-id'] === CANARIES.deviceCookie &&
    headers['x-activity-session-id'] === CANARIES.activitySession
  );
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(errorBody('not_found_error', 'Conversation not found'));
}
