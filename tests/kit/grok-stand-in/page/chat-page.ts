import * as z from 'zod/mini';
import { createEditor } from '../../stand-in/page/composer.ts';
import { LiveSocket } from '../../stand-in/page/live-socket.ts';
import type { LoadedConversation, NewMessage, TurnEvent } from '../../stand-in/page/page-site.ts';
import { plainButton } from '../../stand-in/page/plain-button.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

const API = '/rest/app-chat/conversations';
const [USER_ID, CASTLE_TOKEN] = (document.currentScript?.dataset['settings'] ?? '').split(' ');
const line = new LiveSocket(`/ws/mgw/?uid=${USER_ID}`);
const frameShape = z.object({
  session_id: z.string(),
  event: z.object({
    type: z.string(),
    chunk: z.optional(z.object({ text: z.object({ text: z.string(), channel: z.string() }) })),
    response: z.optional(z.object({ id: z.string() })),
    error: z.optional(z.object({ message: z.string() })),
  }),
});
const listShape = z.object({
  conversations: z.array(z.object({ conversationId: z.string(), title: z.string() })),
});
const nodesShape = z.object({ responseNodes: z.array(z.object({ responseId: z.string() })) });
const responsesShape = z.object({
  responses: z.array(z.object({ responseId: z.string(), message: z.string(), sender: z.string() })),
});

startChatPage({
  createComposer(options) {
    options.place.classList.add('query-bar');
    return createEditor(options, { class: 'tiptap', 'aria-label': 'Ask Grok anything' });
  },
  marks: {
    dressTurn(_turn, bubble, role) {
      bubble.className = role === 'user' ? 'message-bubble rounded-br-lg' : 'message-bubble';
    },
    dressAnswer: (_bubble, markdown) => markdown.classList.add('response-content-markdown'),
    name: () => undefined,
    isStreaming: () => undefined,
  },
  drawButton: (state) =>
    plainButton(state, (button, isStop) => {
      button.type = isStop ? 'button' : 'submit';
      button.ariaLabel = isStop ? 'Stop model response' : 'Submit';
    }),
  newMessageId: () => crypto.randomUUID(),
  conversationAt: (path) => /^\/c\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? null,
  pathOf: (id) => `/c/${id}`,
  provisionalPath: null,
  send,
  async list() {
    const { conversations } = listShape.parse(await ask('?pageSize=60'));
    return conversations.map(({ conversationId: id, title }) => ({ id, title }));
  },
  load,
});

/** A session is made first; a turn is asked for in two frames. */
async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const frames = line.listen(signal);
  const session = {
    model: 'auto',
    x_grok: {
      ...(message.conversationId !== null && { conversation_id: message.conversationId }),
      load_existing: true,
      use_chunk: true,
    },
  };
  await line.send(JSON.stringify({ event: { type: 'session.create', session } }));
  let text = '';
  let answerId = '';
  for await (const received of frames) {
    const { session_id, event } = frameShape.parse(JSON.parse(received));
    if (event.type === 'error') throw new Error(event.error?.message);
    if (event.type === 'conversation.attached') await sendTurn(session_id, message);
    if (event.type === 'response.created') {
      answerId = event.response?.id ?? '';
      yield { type: 'conversation', id: session_id };
    }
    if (event.chunk?.text.channel === 'CHANNEL_ANALYSIS') yield { type: 'thinking' };
    if (event.chunk?.text.channel === 'CHANNEL_ASSISTANT_RESPONSE') {
      text += event.chunk.text.text;
      yield { type: 'answer', messageId: answerId, text };
    }
    if (event.type === 'response.done') return;
  }
}

async function sendTurn(session_id: string, { id, text, parentId }: NewMessage): Promise<void> {
  const item = {
    type: 'message',
    role: 'user',
    x_grok: { client_message_id: id, input_chunks: [{ text: { text } }] },
  };
  const parent = parentId === null ? {} : { parent_response_id: parentId };
  await line.send(
    JSON.stringify({ session_id, event: { type: 'conversation.item.create', item, ...parent } }),
  );
  const token = { castle_request_token: CASTLE_TOKEN };
  await line.send(JSON.stringify({ session_id, event: { type: 'response.create', ...token } }));
}

async function load(id: string): Promise<LoadedConversation> {
  const { responseNodes } = nodesShape.parse(await ask(`/${id}/response-node?includeThreads=true`));
  const responseIds = responseNodes.map(({ responseId }) => responseId);
  const body = JSON.stringify({ responseIds });
  const headers = { 'content-type': 'application/json' };
  const answer = await ask(`/${id}/load-responses`, { method: 'POST', headers, body });
  const turns = responsesShape.parse(answer).responses.map((response) => ({
    id: response.responseId,
    role: response.sender === 'human' ? ('user' as const) : ('assistant' as const),
    text: response.message,
  }));
  return { title: 'Grok', turns, lastId: responseIds.at(-1) ?? null, resume: null };
}

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(API + path, init);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer.json();
}
