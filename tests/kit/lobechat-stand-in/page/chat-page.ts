import * as z from 'zod/mini';
import { mountLexical } from '../../composer-pages/editors.ts';
import type { LoadedConversation, NewMessage, TurnEvent } from '../../stand-in/page/page-site.ts';
import { SiteRefusal } from '../../stand-in/page/page-site.ts';
import { plainButton } from '../../stand-in/page/plain-button.ts';
import { readEvents } from '../../stand-in/page/read-events.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';
import { mutate, query } from './trpc.ts';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

const AGENT = 'agt_1';
const topicsShape = z.array(z.object({ id: z.string(), title: z.string() }));
const messageShape = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
});
const sentShape = z.object({
  userMessageId: z.string(),
  assistantMessageId: z.string(),
  topicId: z.string(),
  isCreateNewTopic: z.boolean(),
  messages: z.array(messageShape),
});
type Messages = z.infer<typeof sentShape>['messages'];

startChatPage({
  createComposer({ place, onChange, onSend }) {
    const editor = mountLexical(place, onChange, onSend);
    return {
      // The key that sends makes a line of its own before it does.
      text: () => editor.text().trimEnd(),
      clear: () => editor.clear(),
      focus: () => place.querySelector<HTMLElement>('[role=textbox]')?.focus(),
    };
  },
  marks: {
    dressTurn: () => undefined,
    dressAnswer: () => undefined,
    name(bubble, messageId) {
      bubble.id = messageId;
    },
    isStreaming: () => undefined,
  },
  // An icon without a name: only the Enter key is sure to send.
  drawButton: (state) =>
    plainButton(state, (button) => {
      button.replaceChildren(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    }),
  newMessageId: () => `tmp_${crypto.randomUUID()}`,
  conversationAt: (_path, search) => new URLSearchParams(search).get('topic'),
  pathOf: (id) => `/agent/${AGENT}?topic=${id}`,
  provisionalPath: null,
  send,
  list: async () => topicsShape.parse(await query('topic.getTopics', { agentId: AGENT })),
  load,
});

/** The server keeps the turn; the page asks the model, with all that was said, and has the reply kept. */
async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const input = {
    newUserMessage: { content: message.text, files: [], parentId: message.parentId },
    newAssistantMessage: { model: 'some-model', provider: 'openai' },
    topicId: message.conversationId ?? undefined,
    newTopic: { title: message.text.slice(0, 10), topicMessageIds: [] },
    agentId: AGENT,
    groupId: undefined,
    threadId: undefined,
    newThread: undefined,
  };
  const sent = sentShape.parse(await mutate('aiChat.sendMessageInServer', input, signal));
  const { topicId, assistantMessageId: messageId, messages } = sent;
  yield { type: 'conversation', id: topicId };
  yield { type: 'question', messageId: sent.userMessageId };
  if (sent.isCreateNewTopic) void enterTopic(topicId);
  let content = '';
  for await (const event of askModel(topicId, 'Conversation', messages, signal)) {
    if (event.name === 'reasoning') yield { type: 'thinking' };
    if (event.name === 'text') {
      content += z.string().parse(event.data);
      yield { type: 'answer', messageId, text: content };
    }
    if (event.name === 'usage') {
      await mutate('message.update', { id: messageId, value: { content, metadata: event.data } });
    }
  }
}

/** A topic just made is read as any that is entered, and gets its title from the model. */
async function enterTopic(id: string): Promise<void> {
  const messages = await messagesOf(id);
  const abort = new AbortController();
  for await (const { name, data } of askModel(id, 'Summary Topic Title', messages, abort.signal)) {
    if (name === 'text') document.title += z.string().parse(data);
  }
}

async function* askModel(
  topicId: string,
  traceName: string,
  messages: Messages,
  signal: AbortSignal,
): AsyncGenerator<{ readonly name: string; readonly data: unknown }> {
  const answer = await fetch('/webapi/chat/openai', {
    method: 'POST',
    signal,
    headers: {
      'content-type': 'application/json',
      'x-lobe-trace': btoa(JSON.stringify({ topicId, traceName })),
    },
    body: JSON.stringify({
      model: 'some-model',
      stream: true,
      messages: messages.map(({ role, content }) => ({ role, content })),
    }),
  });
  if (!answer.ok) throw new SiteRefusal(`The server answered ${answer.status}.`);
  for await (const { name, data } of readEvents(answer)) {
    yield { name, data: JSON.parse(data) as unknown };
  }
}

async function load(topicId: string): Promise<LoadedConversation> {
  const messages = await messagesOf(topicId);
  const turns = messages.map(({ id, role, content: text }) => ({ id, role, text }));
  return { title: 'LobeHub', turns, lastId: turns.at(-1)?.id ?? null, resume: null };
}

async function messagesOf(topicId: string): Promise<Messages> {
  const asked = { agentId: AGENT, topicId, useGroup: true };
  return z.array(messageShape).parse(await query('message.getMessages', asked));
}
