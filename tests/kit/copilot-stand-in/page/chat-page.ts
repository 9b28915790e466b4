import * as z from 'zod/mini';
import { createTextarea } from '../../stand-in/page/composer.ts';
import { LiveSocket } from '../../stand-in/page/live-socket.ts';
import type { LoadedConversation, NewMessage, TurnEvent } from '../../stand-in/page/page-site.ts';
import { plainButton } from '../../stand-in/page/plain-button.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

const API = '/c/api/conversations';
const ACCESS_TOKEN = document.currentScript?.dataset['settings'] ?? '';
const line = new LiveSocket(
  `/c/api/chat?api-version=2&clientSessionId=${crypto.randomUUID()}&accessToken=${ACCESS_TOKEN}`,
);
const frameShape = z.object({
  event: z.string(),
  conversationId: z.optional(z.string()),
  messageId: z.optional(z.string()),
  text: z.optional(z.string()),
  title: z.optional(z.string()),
  errorCode: z.optional(z.string()),
});
const namedShape = z.object({ id: z.string() });
const listShape = z.object({ results: z.array(z.object({ id: z.string(), title: z.string() })) });
const historyShape = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      author: z.object({ type: z.string() }),
      content: z.array(z.object({ text: z.string() })),
    }),
  ),
});

startChatPage({
  createComposer(options) {
    const composer = createTextarea(options, 'Message Copilot');
    const field = options.place.querySelector('textarea');
    if (field !== null) {
      field.id = 'userInput';
      field.dataset['testid'] = 'composer-input';
    }
    return composer;
  },
  marks: {
    dressTurn(_turn, bubble, role) {
      bubble.dataset['content'] = role === 'user' ? 'user-message' : 'ai-message';
    },
    dressAnswer: () => undefined,
    // No turn carries its id.
    name: () => undefined,
    isStreaming: () => undefined,
  },
  drawButton: (state) =>
    plainButton(state, (button, isStop) => {
      button.dataset['testid'] = isStop ? 'stop-button' : 'submit-button';
    }),
  newMessageId: () => crypto.randomUUID(),
  conversationAt: (path) => /^\/chats\/([\w-]+)$/.exec(path)?.[1] ?? null,
  pathOf: (id) => `/chats/${id}`,
  provisionalPath: null,
  send,
  list: async () => listShape.parse(await ask('?types=chat')).results,
  load,
});
void line.send(JSON.stringify({ event: 'setOptions', supportedFeatures: [], supportedCards: [] }));
setInterval(() => void line.send(JSON.stringify({ event: 'ping' })), 1_000);

/** The conversation has its name before the message leaves; the address shows it once the answer begins. */
async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const made = message.conversationId ?? namedShape.parse(await ask('', 'POST')).id;
  const frames = line.listen(signal);
  const content = [{ type: 'text', text: message.text }];
  const said = { conversationId: made, content, mode: 'chat', context: {} };
  await line.send(JSON.stringify({ event: 'send', ...said }));
  let text = '';
  for await (const received of frames) {
    const frame = frameShape.parse(JSON.parse(received));
    const { messageId = '' } = frame;
    if (frame.event === 'error') throw new Error(frame.errorCode);
    if (frame.event === 'received') yield { type: 'question', messageId };
    if (frame.event === 'chainOfThought') yield { type: 'thinking' };
    if (frame.event === 'startMessage') yield { type: 'conversation', id: made };
    if (frame.event === 'appendText') {
      text += frame.text ?? '';
      yield { type: 'answer', messageId, text };
    }
    if (frame.event === 'done') return;
  }
}

async function load(id: string): Promise<LoadedConversation> {
  const { results } = historyShape.parse(await ask(`/${id}/history?api-version=2`));
  const turns = results.toReversed().map((message) => ({
    id: message.id,
    role: message.author.type === 'human' ? ('user' as const) : ('assistant' as const),
    text: message.content.map(({ text }) => text).join('\n\n'),
  }));
  return { title: 'Copilot', turns, lastId: turns.at(-1)?.id ?? null, resume: null };
}

async function ask(path: string, method = 'GET'): Promise<unknown> {
  const answer = await fetch(API + path, { method });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer.json();
}
