import { createComposer } from './composer.ts';
import { readTurn } from './read-turn.ts';
import { shownText } from './shown-message.ts';
import type { ShownMessage } from './shown-message.ts';
import {
  SiteRefusal,
  isStreaming,
  listConversations,
  loadConversation,
  postMessage,
  resumeStream,
} from './site-api.ts';
import { Thread } from './thread.ts';

const PROVISIONAL_IDS = document.documentElement.dataset['provisionalIds'] === 'true';
const ROOT_ID = 'client-created-root';

const form = element('form');
const actions = element('#actions');
const thread = new Thread(element('#thread'));
const composer = createComposer({
  place: element('#editor'),
  attachments: element('#attachments'),
  onChange: showActions,
  onSend: () => void send(),
});

let conversationId = /^\/c\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1] ?? null;
let lastNodeId = ROOT_ID;
let reading: AbortController | null = null;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
addEventListener('popstate', () => location.reload());
showActions();
composer.focus();
void showHistory();
void showConversation();

async function send(): Promise<void> {
  const text = composer.text();
  if (reading || text.trim() === '') return;
  const id = crypto.randomUUID();
  composer.clear();
  composer.focus();
  thread.addUser(id, text);
  if (conversationId === null && PROVISIONAL_IDS) {
    history.pushState(null, '', `/c/WEB:${crypto.randomUUID()}`);
  }
  await readAnswer(async (signal) => {
    const stream = await postMessage({ id, text, conversationId, parentId: lastNodeId }, signal);
    lastNodeId = id;
    return stream;
  });
  await showHistory();
}

/** Shows a turn from its first byte to its last. A refused message stays in the thread, an error below it. */
async function readAnswer(open: (signal: AbortSignal) => Promise<Response>): Promise<void> {
  const abort = new AbortController();
  reading = abort;
  showActions();
  const turn = thread.addAssistant();
  let answered = false;
  try {
    const stream = await open(abort.signal);
    const resume = (id: string, offset: number): Promise<Response> =>
      resumeStream(id, offset, abort.signal);
    for await (const event of readTurn(stream, resume)) {
      if (event.type === 'conversation') enterConversation(event.id);
      else if (event.type === 'thinking') turn.showThinking();
      else if (event.type === 'title') document.title = event.title;
      else if (event.type === 'error') throw new Error(event.text);
      else {
        answered = true;
        lastNodeId = event.messageId;
        turn.showAnswer(event.messageId, event.text);
      }
    }
  } catch (error) {
    if (!answered) turn.remove();
    if (!abort.signal.aborted) thread.addError(explain(error));
  } finally {
    turn.finish();
    reading = null;
    showActions();
  }
}

async function showConversation(): Promise<void> {
  const id = conversationId;
  if (id === null) return;
  try {
    const { mapping, current_node, title } = await loadConversation(id);
    document.title = title;
    const path: ShownMessage[] = [];
    for (let at: string | null = current_node; at !== null; at = mapping[at]?.parent ?? null) {
      const message = mapping[at]?.message;
      if (message) path.unshift(message);
    }
    thread.clear();
    for (const message of path) show(message);
    lastNodeId = current_node;
    if (await isStreaming(id)) await readAnswer((signal) => resumeStream(id, 0, signal));
  } catch (error) {
    thread.addError(explain(error));
  }
}

function show(message: ShownMessage): void {
  const text = shownText(message);
  if (text === null) return;
  if (message.author.role === 'user') thread.addUser(message.id, text);
  if (message.author.role !== 'assistant') return;
  const turn = thread.addAssistant();
  turn.showAnswer(message.id, text);
  turn.finish();
}

async function showHistory(): Promise<void> {
  const conversations = await listConversations().catch(() => []);
  const links = conversations.map(({ id, title }) => {
    const link = document.createElement('a');
    link.href = `/c/${id}`;
    link.textContent = title;
    return link;
  });
  element('#history').replaceChildren(...links);
}

function enterConversation(id: string): void {
  if (conversationId === id) return;
  conversationId = id;
  const isProvisional = location.pathname.startsWith('/c/WEB:');
  history[isProvisional ? 'replaceState' : 'pushState'](null, '', `/c/${id}`);
}

/** One button, or another, never two: stop while streaming, send with text, voice without. */
function showActions(): void {
  if (reading) showButton('stop-button', 'Stop streaming', 'Stop', () => reading?.abort());
  else if (composer.text().trim() !== '') showButton('send-button', 'Send prompt', 'Send');
  else showButton('composer-speech-button', 'Start Voice', 'Voice', () => undefined);
}

function showButton(testId: string, label: string, text: string, onClick?: () => void): void {
  if (actions.querySelector(`[data-testid="${testId}"]`)) return;
  const button = document.createElement('button');
  button.dataset['testid'] = testId;
  button.ariaLabel = label;
  button.textContent = text;
  if (testId === 'send-button') button.id = 'composer-submit-button';
  button.type = onClick ? 'button' : 'submit';
  if (onClick) button.addEventListener('click', onClick);
  actions.replaceChildren(button);
}

function explain(error: unknown): string {
  if (error instanceof SiteRefusal) return error.message;
  return error instanceof Error
    ? `Something went wrong. ${error.message}`
    : 'Something went wrong.';
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}
