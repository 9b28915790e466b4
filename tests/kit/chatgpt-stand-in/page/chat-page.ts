import { createEditor } from '../../stand-in/page/composer.ts';
import type { ButtonState, NewMessage, TurnEvent } from '../../stand-in/page/page-site.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';
import { readTurn } from './read-turn.ts';
import { shownText } from './shown-message.ts';
import {
  isStreaming,
  listConversations,
  loadConversation,
  postMessage,
  resumeStream,
} from './site-api.ts';

const ROOT_ID = 'client-created-root';
const BUTTONS: Record<ButtonState, readonly [testId: string, label: string, text: string]> = {
  stop: ['stop-button', 'Stop streaming', 'Stop'],
  send: ['send-button', 'Send prompt', 'Send'],
  idle: ['composer-speech-button', 'Start Voice', 'Voice'],
};
const settings = document.currentScript?.dataset['settings'];
const form = document.querySelector('form');
form?.setAttribute('data-chatgpt-composer', '');
form?.setAttribute('data-type', 'unified-composer');

startChatPage({
  createComposer: (options) =>
    createEditor(options, { id: 'prompt-textarea', 'aria-label': 'Chat with ChatGPT' }),
  marks: {
    dressTurn(turn, bubble, role, number) {
      turn.dataset['testid'] = `conversation-turn-${number}`;
      bubble.dataset['messageAuthorRole'] = role;
    },
    dressAnswer: (_bubble, markdown) => markdown.classList.add('prose'),
    name(bubble, messageId) {
      bubble.dataset['messageId'] = messageId;
    },
    isStreaming: (_bubble, markdown, streaming) =>
      markdown.classList.toggle('streaming-animation', streaming),
  },
  drawButton(state) {
    const [testId, label, text] = BUTTONS[state];
    const button = document.createElement('button');
    button.dataset['testid'] = testId;
    button.ariaLabel = label;
    button.textContent = text;
    if (state === 'send') button.id = 'composer-submit-button';
    button.type = 'button';
    return [button];
  },
  newMessageId: () => crypto.randomUUID(),
  conversationAt: (path) => /^\/c\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? null,
  pathOf: (id) => `/c/${id}`,
  provisionalPath: settings === 'provisional-ids' ? () => `/c/WEB:${crypto.randomUUID()}` : null,
  send,
  list: listConversations,
  async load(id) {
    const { mapping, current_node, title } = await loadConversation(id);
    const turns = [];
    for (let at: string | null = current_node; at !== null; at = mapping[at]?.parent ?? null) {
      const message = mapping[at]?.message;
      const text = message ? shownText(message) : null;
      const role = message?.author.role;
      if (!message || text === null || (role !== 'user' && role !== 'assistant')) continue;
      turns.unshift({ id: message.id, role, text } as const);
    }
    const rest = (offset: number, signal: AbortSignal): Promise<Response> =>
      resumeStream(id, offset, signal);
    const resume = (signal: AbortSignal): AsyncIterable<TurnEvent> =>
      readTurn(rest(0, signal), (_id, offset) => rest(offset, signal));
    return { title, turns, lastId: current_node, resume: (await isStreaming(id)) ? resume : null };
  },
});

async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const stream = await postMessage(message, message.parentId ?? ROOT_ID, signal);
  yield { type: 'question', messageId: message.id };
  yield* readTurn(stream, (id, offset) => resumeStream(id, offset, signal));
}
