import * as z from 'zod/mini';
import { createEditor } from '../../stand-in/page/composer.ts';
import { LiveSocket } from '../../stand-in/page/live-socket.ts';
import {
  type LoadedConversation,
  type NewMessage,
  SiteRefusal,
  type TurnEvent,
} from '../../stand-in/page/page-site.ts';
import { plainButton } from '../../stand-in/page/plain-button.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

const TOKEN = document.currentScript?.dataset['settings'] ?? '';
const line = new LiveSocket('/ws/socket.io/?EIO=4&transport=websocket');
const sessionId = connect();
const startShape = z.object({ status: z.literal(true), chat_id: z.string() });
const eventShape = z.tuple([
  z.literal('events'),
  z.object({
    message_id: z.string(),
    data: z.object({
      data: z.object({ content: z.optional(z.string()), done: z.optional(z.boolean()) }),
    }),
  }),
]);
const listShape = z.array(z.object({ id: z.string(), title: z.string() }));
const chatShape = z.object({
  title: z.string(),
  chat: z.object({
    history: z.object({
      currentId: z.nullable(z.string()),
      messages: z.record(
        z.string(),
        z.object({
          id: z.string(),
          parentId: z.nullable(z.string()),
          role: z.string(),
          content: z.string(),
          output: z.optional(
            z.array(z.object({ content: z.array(z.object({ text: z.string() })) })),
          ),
        }),
      ),
    }),
  }),
});

startChatPage({
  createComposer: (options) => createEditor(options, { id: 'chat-input' }),
  marks: {
    dressTurn(_turn, bubble, role) {
      if (role === 'user') bubble.className = 'user-message';
    },
    dressAnswer(_bubble, markdown) {
      markdown.id = 'response-content-container';
    },
    name(bubble, messageId) {
      bubble.id = `message-${messageId}`;
    },
    isStreaming: () => undefined,
  },
  drawButton: (state) =>
    plainButton(state, (button, isStop) => {
      if (!isStop) button.id = 'send-message-button';
    }),
  newMessageId: () => crypto.randomUUID(),
  conversationAt: (path) => /^\/c\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? null,
  pathOf: (id) => `/c/${id}`,
  provisionalPath: null,
  send,
  list: async () => listShape.parse(await ask('/api/v1/chats/')),
  load,
});

async function connect(): Promise<string> {
  const frames = line.listen(new AbortController().signal);
  await line.send('40');
  for await (const frame of frames) {
    if (frame.startsWith('40')) {
      return z.object({ sid: z.string() }).parse(JSON.parse(frame.slice(2))).sid;
    }
  }
  throw new Error('The line is over.');
}

async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const answerId = crypto.randomUUID();
  const session_id = await sessionId;
  const frames = line.listen(signal);
  const started = await ask('/api/chat/completions', {
    stream: true,
    model: 'llama',
    params: {},
    features: { web_search: false },
    tool_servers: [],
    session_id,
    ...(message.conversationId !== null && { chat_id: message.conversationId }),
    id: answerId,
    parent_id: message.parentId,
    user_message: {
      id: message.id,
      parentId: message.parentId,
      childrenIds: [answerId],
      role: 'user',
      content: message.text,
      models: ['llama'],
    },
    background_tasks: { title_generation: true },
  });
  yield { type: 'conversation', id: startShape.parse(started).chat_id };
  for await (const frame of frames) {
    if (!frame.startsWith('42')) continue;
    const [, { message_id, data }] = eventShape.parse(JSON.parse(frame.slice(2)));
    if (message_id !== answerId) continue;
    const text = data.data.content;
    if (text !== undefined) yield { type: 'answer', messageId: answerId, text };
    if (data.data.done === true) return;
  }
}

async function load(id: string): Promise<LoadedConversation> {
  const { title, chat } = chatShape.parse(await ask(`/api/v1/chats/${id}`));
  const turns: LoadedConversation['turns'][number][] = [];
  const { messages, currentId } = chat.history;
  for (let at = messages[currentId ?? '']; at; at = messages[at.parentId ?? '']) {
    const answer = at.output?.flatMap(({ content }) => content.map(({ text }) => text)).join('');
    const role = at.role === 'user' ? 'user' : 'assistant';
    turns.unshift({ id: at.id, role, text: answer ?? at.content });
  }
  return { title, turns, lastId: currentId, resume: null };
}

async function ask(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new SiteRefusal(`The server answered ${answer.status}.`);
  return answer.json();
}
