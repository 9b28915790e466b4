import * as z from 'zod/mini';
import { createTextarea } from '../../stand-in/page/composer.ts';
import {
  type LoadedConversation,
  type NewMessage,
  SiteRefusal,
  type TurnEvent,
} from '../../stand-in/page/page-site.ts';
import { plainButton } from '../../stand-in/page/plain-button.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

const LOADED_WITH = document.currentScript?.dataset['settings'] ?? '';
const conversationShape = z.object({
  json: z.object({
    title: z.string(),
    messages: z.array(z.object({ id: z.string(), from: z.string(), content: z.string() })),
  }),
});
const listShape = z.object({
  json: z.object({ conversations: z.array(z.object({ id: z.string(), title: z.string() })) }),
});
const createdShape = z.object({ conversationId: z.string(), conversation: z.string() });
const updateShape = z.object({
  type: z.string(),
  token: z.optional(z.string()),
  text: z.optional(z.string()),
  title: z.optional(z.string()),
  message: z.optional(z.string()),
  status: z.optional(z.string()),
});

startChatPage({
  createComposer: (options) => createTextarea(options, 'Ask anything'),
  marks: {
    dressTurn(_turn, bubble, role) {
      if (role === 'user') bubble.dataset['messageType'] = 'user';
      else bubble.dataset['messageRole'] = 'assistant';
    },
    dressAnswer: () => undefined,
    name(bubble, messageId) {
      bubble.dataset['messageId'] = messageId;
    },
    isStreaming: () => undefined,
  },
  drawButton: (state) =>
    plainButton(state, (button, isStop) => {
      if (isStop) {
        button.className = 'stop-generating-btn';
        return;
      }
      button.type = 'submit';
      button.ariaLabel = 'Send message';
    }),
  newMessageId: () => crypto.randomUUID(),
  conversationAt: (path) => /^\/conversation\/([0-9a-f]{24})$/.exec(path)?.[1] ?? null,
  pathOf: (id) => `/conversation/${id}`,
  provisionalPath: null,
  send,
  list: async () =>
    listShape.parse(await (await ask('/api/v2/conversations')).json()).json.conversations,
  load: () => Promise.resolve(shown(LOADED_WITH)),
});

async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  let { conversationId: id, parentId } = message;
  if (id === null) {
    const created = createdShape.parse(
      await (
        await ask('/conversation', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'some/model', preprompt: '' }),
        })
      ).json(),
    );
    id = created.conversationId;
    parentId = shown(created.conversation).lastId;
    yield { type: 'conversation', id };
  }
  const form = new FormData();
  form.append(
    'data',
    JSON.stringify({
      inputs: message.text,
      id: parentId,
      is_retry: false,
      is_continue: false,
      generationId: crypto.randomUUID(),
      selectedMcpServerNames: [],
      selectedMcpServers: [],
      timezone: 'UTC',
    }),
  );
  const answer = await ask(`/conversation/${id}`, { method: 'POST', body: form, signal });
  const written = crypto.randomUUID();
  let text = '';
  for await (const update of updatesOf(answer)) {
    if (update.type === 'reasoning') yield { type: 'thinking' };
    if (update.type === 'title') yield { type: 'title', title: update.title ?? '' };
    if (update.status === 'error') yield { type: 'error', text: update.message ?? '' };
    if (update.type === 'stream') text += (update.token ?? '').replaceAll('\0', '');
    if (update.type === 'finalAnswer') text = update.text ?? '';
    if (text !== '') yield { type: 'answer', messageId: written, text };
  }
  // The stream names no message: the page reads them anew after each turn.
  const { turns } = shown(await (await ask(`/api/v2/conversations/${id}`)).text());
  const [question, reply] = turns.slice(-2);
  if (question !== undefined) yield { type: 'question', messageId: question.id };
  if (reply !== undefined) yield { type: 'answer', messageId: reply.id, text: reply.text };
}

async function* updatesOf(answer: Response): AsyncGenerator<z.infer<typeof updateShape>> {
  if (answer.body === null) return;
  let buffered = '';
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (buffered + value).split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) yield updateShape.parse(JSON.parse(line));
  }
}

/** No branches here: the messages stand in the order in which they are shown. */
function shown(body: string): LoadedConversation {
  const { title, messages } = conversationShape.parse(JSON.parse(body)).json;
  const turns = messages.flatMap(({ id, from, content: text }) =>
    from === 'user' || from === 'assistant' ? [{ id, role: from, text } as const] : [],
  );
  return { title, turns, lastId: messages.at(-1)?.id ?? null, resume: null };
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, init);
  if (answer.ok) return answer;
  const { message } = z.object({ message: z.string() }).parse(await answer.json());
  throw new SiteRefusal(message);
}
