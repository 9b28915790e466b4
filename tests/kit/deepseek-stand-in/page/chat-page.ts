import { createTextarea } from '../../stand-in/page/composer.ts';
import type { NewMessage, TurnEvent } from '../../stand-in/page/page-site.ts';
import { startChatPage } from '../../stand-in/page/start-chat-page.ts';
import { readCompletion } from './read-completion.ts';
import { createSession, listSessions, loadSession, postCompletion } from './site-api.ts';

startChatPage({
  createComposer: (options) => createTextarea(options, 'Message DeepSeek'),
  marks: {
    dressTurn(_turn, bubble) {
      bubble.className = 'ds-message _63c77b1';
    },
    dressAnswer: (_bubble, markdown) => markdown.classList.add('ds-markdown'),
    // No turn carries its id, and none says that it is being written.
    name: () => undefined,
    isStreaming: () => undefined,
  },
  drawButton(state) {
    const file = document.createElement('input');
    file.type = 'file';
    file.hidden = true;
    const button = document.createElement('div');
    button.role = 'button';
    button.className = 'ds-icon-button _7436101';
    button.ariaDisabled = String(state === 'idle');
    button.textContent = state === 'stop' ? '■' : '↑';
    return [file, button];
  },
  newMessageId: () => crypto.randomUUID(),
  conversationAt: (path) => /^\/a\/chat\/s\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? null,
  pathOf: (id) => `/a/chat/s/${id}`,
  provisionalPath: null,
  send,
  list: listSessions,
  load: loadSession,
});

/** The session is made, and the address changed, before the first message leaves. */
async function* send(message: NewMessage, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const sessionId = message.conversationId ?? (await createSession());
  yield { type: 'conversation', id: sessionId };
  yield* readCompletion(await postCompletion(message, sessionId, signal));
}
