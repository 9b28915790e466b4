import * as z from 'zod/mini';
import { createTextarea } from '../../stand-in/page/composer.ts';
import {
  type LoadedConversation,
  type NewMessage,
  SiteRefusal,
  type TurnEvent,
} from '../../stand-in/page/page-site.ts';
import { plainButton } from '../../stand-in/page/plain-button.ts';
import { readEvents } from '../../stand-in/page/read-events.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

const NO_PARENT = '00000000-0000-0000-0000-000000000000';
const bearer = login();
const startShape = z.object({ streamId: z.string(), conversationId: z.string() });
const partShape = z.object({ type: z.string(), text: z.optional(z.string()) });
const messageShape = z.object({
  messageId: z.string(),
  isCreatedByUser: z.boolean(),
  text: z.string(),
  content: z.optional(z.array(partShape)),
});
const frameShape = z.object({
  created: z.optional(z.boolean()),
  message: z.optional(messageShape),
  event: z.optional(z.string()),
  data: z.optional(z.object({ delta: z.object({ content: z.array(partShape) }) })),
  final: z.optional(z.boolean()),
  responseMessage: z.optional(messageShape),
});
const convosShape = z.object({
  conversations: z.array(z.object({ conversationId: z.string(), title: z.string() })),
});

startChatPage({
  createComposer(options) {
    const composer = createTextarea(options, 'Message');
    const field = options.place.querySelector('textarea');
    if (field !== null) {
      field.id = 'prompt-textarea';
      field.dataset['testid'] = 'text-input';
    }
    return composer;
  },
  marks: {
    dressTurn(_turn, bubble, role) {
      bubble.className = 'message-render';
      const mark = document.createElement('i');
      mark.className = role === 'user' ? 'user-turn' : 'agent-turn';
      bubble.append(mark);
    },
    dressAnswer: () => undefined,
    name(bubble, messageId) {
      bubble.id = messageId;
    },
    isStreaming: () => undefined,
  },
  drawButton: (state) =>
    plainButton(state, (button, isStop) => {
      if (isStop) button.ariaLabel = 'Stop generating';
      else button.id = 'send-button';
    }),
  newMessageId: () => crypto.randomUUID(),
  conversationAt: (path) => /^\/c\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? null,
  pathOf: (id) => `/c/${id}`,
  provisionalPath: null,
  send,
  async list() {
    const { conversations } = convosShape.parse(await (await ask('/api/convos')).json());
    return conversations.map(({ conversationId: id, title }) => ({ id, title }));
  },
  load,
});

async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const started = await ask('/api/agents/chat/openAI', {
    method: 'POST',
    signal,
    body: JSON.stringify({
      text: message.text,
      sender: 'User',
      clientTimestamp: new Date().toISOString(),
      isCreatedByUser: true,
      messageId: message.id,
      parentMessageId: message.parentId ?? NO_PARENT,
      conversationId: message.conversationId,
      error: false,
      endpoint: 'openAI',
      model: 'some-model',
      isTemporary: false,
      isRegenerate: false,
      isContinued: false,
      ephemeralAgent: { mcp: [], execute_code: false },
    }),
  });
  const { streamId, conversationId } = startShape.parse(await started.json());
  yield { type: 'conversation', id: conversationId };
  yield* readStream(streamId, signal);
}

async function* readStream(id: string, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const stream = await ask(`/api/agents/chat/stream/${id}?resume=true`, { signal });
  let text = '';
  for await (const { data } of readEvents(stream)) {
    const frame = frameShape.parse(JSON.parse(data));
    if (frame.message) yield { type: 'question', messageId: frame.message.messageId };
    if (frame.event === 'on_reasoning_delta') yield { type: 'thinking' };
    if (frame.event === 'on_message_delta') {
      text += frame.data?.delta.content.map((part) => part.text ?? '').join('') ?? '';
      yield { type: 'answer', messageId: 'pending_', text };
    }
    if (frame.responseMessage) {
      yield { type: 'answer', messageId: frame.responseMessage.messageId, text };
    }
  }
}

async function load(id: string): Promise<LoadedConversation> {
  const messages = z.array(messageShape).parse(await (await ask(`/api/messages/${id}`)).json());
  const turns = messages.map((message) => ({
    id: message.messageId,
    role: message.isCreatedByUser ? ('user' as const) : ('assistant' as const),
    text: message.content?.map((part) => part.text ?? '').join('') ?? message.text,
  }));
  const isAnswering = turns.at(-1)?.role === 'user';
  const resume = isAnswering ? (signal: AbortSignal) => readStream(id, signal) : null;
  return { title: 'LibreChat', turns, lastId: turns.at(-1)?.id ?? null, resume };
}

async function login(): Promise<string> {
  const answer = await fetch('/api/auth/refresh', { method: 'POST' });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, {
    ...init,
    headers: {
      authorization: `Bearer ${await bearer}`,
      ...(init.body && { 'content-type': 'application/json' }),
    },
  });
  if (!answer.ok) throw new SiteRefusal(`The server answered ${answer.status}.`);
  return answer;
}
