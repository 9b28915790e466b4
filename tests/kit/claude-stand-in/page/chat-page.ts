import { createEditor } from '../../stand-in/page/composer.ts';
import type { NewMessage, TurnEvent } from '../../stand-in/page/page-site.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';
import { readCompletion } from './read-completion.ts';
import { listConversations, loadConversation, newUuid, postCompletion } from './site-api.ts';

startChatPage({
  createComposer: (options) =>
    createEditor(options, {
      'data-testid': 'chat-input',
      'aria-label': 'Write your prompt to Claude',
    }),
  marks: {
    dressTurn(turn, bubble, role) {
      turn.dataset['testRenderCount'] = '1';
      if (role === 'user') bubble.dataset['testid'] = 'user-message';
      else bubble.className = 'font-claude-response';
    },
    dressAnswer: (_bubble, markdown) => markdown.classList.add('standard-markdown'),
    // No turn carries its id.
    name: () => undefined,
    isStreaming(bubble, _markdown, streaming) {
      bubble.dataset['isStreaming'] = String(streaming);
    },
  },
  drawButton(state) {
    const button = document.createElement('button');
    button.type = 'button';
    button.ariaLabel = state === 'stop' ? 'Stop response' : 'Send message';
    button.textContent = state === 'stop' ? 'Stop' : 'Send';
    button.disabled = state === 'idle';
    return [button];
  },
  newMessageId: newUuid,
  conversationAt: (path) => /^\/chat\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? null,
  pathOf: (id) => `/chat/${id}`,
  provisionalPath: null,
  send,
  list: listConversations,
  load: loadConversation,
});

/** The page names the conversation, the message and the answer; its address changes before the request is made. */
async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const conversationId = message.conversationId ?? newUuid();
  yield { type: 'conversation', id: conversationId };
  const answerId = newUuid();
  const stream = await postCompletion({ ...message, answerId }, conversationId, signal);
  yield* readCompletion(stream, message.id);
}
