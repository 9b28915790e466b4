import { type ButtonState, type PageSite, SiteRefusal, type TurnEvent } from './page-site.ts';
import { Thread } from './thread.ts';

/** Runs the page of a chat site: thread, composer, history, one turn at a time. */
export function startChatPage(site: PageSite): void {
  const actions = element('#actions');
  const thread = new Thread(element('#thread'), site.marks);
  const composer = site.createComposer({
    place: element('#editor'),
    attachments: element('#attachments'),
    onChange: showActions,
    onSend: () => void send(),
  });
  let conversationId = site.conversationAt(location.pathname, location.search);
  let lastId: string | null = null;
  let reading: AbortController | null = null;
  let shownState: ButtonState | null = null;

  element('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  element('nav a').addEventListener('click', (event) => {
    event.preventDefault();
    if (reading === null) showBlank();
  });
  addEventListener('popstate', () => location.reload());
  showActions();
  composer.focus();
  void showHistory();
  void showConversation();

  async function send(): Promise<void> {
    const text = composer.text();
    if (reading || text.trim() === '') return;
    const id = site.newMessageId();
    composer.clear();
    composer.focus();
    thread.addUser(id, text);
    if (conversationId === null && site.provisionalPath !== null) {
      history.pushState(null, '', site.provisionalPath());
    }
    await readAnswer((signal) => site.send({ id, text, conversationId, parentId: lastId }, signal));
    await showHistory();
  }

  /** Shows a turn from its first byte to its last. A refused message stays in the thread, an error below it. */
  async function readAnswer(
    open: (signal: AbortSignal) => AsyncIterable<TurnEvent>,
  ): Promise<void> {
    const abort = new AbortController();
    reading = abort;
    showActions();
    const turn = thread.addAssistant();
    let answered = false;
    try {
      for await (const event of open(abort.signal)) {
        if (event.type === 'conversation') enterConversation(event.id);
        else if (event.type === 'question') thread.nameUser((lastId = event.messageId));
        else if (event.type === 'thinking') turn.showThinking();
        else if (event.type === 'title') document.title = event.title;
        else if (event.type === 'error') throw new Error(event.text);
        else {
          answered = true;
          lastId = event.messageId;
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
    if (conversationId === null) return;
    try {
      const loaded = await site.load(conversationId);
      // What was sent while it loaded stays in the page.
      if (reading !== null || lastId !== null) return;
      document.title = loaded.title;
      thread.clear();
      for (const { id, role, text } of loaded.turns) {
        if (role === 'user') thread.addUser(id, text);
        else {
          const turn = thread.addAssistant();
          turn.showAnswer(id, text);
          turn.finish();
        }
      }
      lastId = loaded.lastId;
      if (loaded.resume !== null) await readAnswer(loaded.resume);
    } catch (error) {
      thread.addError(explain(error));
    }
  }

  async function showHistory(): Promise<void> {
    const conversations = await site.list().catch(() => []);
    const links = conversations.map(({ id, title }) => {
      const link = document.createElement('a');
      link.href = site.pathOf(id);
      link.textContent = title;
      return link;
    });
    element('#history').replaceChildren(...links);
  }

  function showBlank(): void {
    conversationId = null;
    lastId = null;
    thread.clear();
    history.pushState(null, '', element('nav a').getAttribute('href'));
  }

  function enterConversation(id: string): void {
    if (conversationId === id) return;
    const isProvisional = conversationId === null && site.provisionalPath !== null;
    conversationId = id;
    history[isProvisional ? 'replaceState' : 'pushState'](null, '', site.pathOf(id));
  }

  function showActions(): void {
    const isEmpty = composer.text().trim() === '';
    const state = reading ? 'stop' : isEmpty ? 'idle' : 'send';
    if (state === shownState) return;
    shownState = state;
    const drawn = site.drawButton(state);
    drawn.at(-1)?.addEventListener('click', () => {
      if (state === 'stop') reading?.abort();
      if (state === 'send') void send();
    });
    actions.replaceChildren(...drawn);
  }
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
