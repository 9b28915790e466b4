import { EDITORS, type LabEditor } from './editors.ts';

/** The page's own handle, for tests that look at it from the page's side. */
export interface ComposerPageWindow extends Window {
  lab?: { readonly editor: LabEditor };
}

const query = new URLSearchParams(location.search);
const way = query.get('way') ?? 'fetch';
const place = must('#composer');
const button = must('button') as HTMLButtonElement;
/** Shows nothing that anyone could know: turns without attributes, no history, no button. */
const isBare = query.has('bare');
/** Above 0: after a send, further ones are dropped until this many ms after its answer has ended. */
const busyMs = Number(query.get('busy') ?? 0);
let isBusy = false;
/** Puts back the words it could not send, also when it is loaded again, and sends nothing more before that. */
const isStuck = query.has('stuck');
/** Sends what is in its composer with the first line break, as with the Enter key. */
const isEager = query.has('eager');
let lastId: string | null = null;

const mount = EDITORS[query.get('editor') ?? 'textarea'];
if (mount === undefined) throw new Error('no such editor');
const editor = mount(place, onChange, () => void send());
(window as ComposerPageWindow).lab = { editor };
if (isBare) button.remove();
else {
  button.addEventListener('click', () => void send());
  await showHistory();
}
putBack(sessionStorage.getItem('unsent'));
onChange();

function onChange(): void {
  const text = editorText();
  button.disabled = text === '';
  if (isEager && text.includes('\n')) void send();
}

function putBack(text: string | null): void {
  if (text === null) return;
  const field = must('textarea') as HTMLTextAreaElement;
  field.value = text;
  onChange();
}

function editorText(): string {
  return (window as ComposerPageWindow).lab?.editor.text() ?? '';
}

async function send(): Promise<void> {
  if (isBusy) return;
  isBusy = busyMs > 0;
  const text = editor.text();
  const id = crypto.randomUUID();
  editor.clear();
  show('user', id, text);
  const body = JSON.stringify({
    message_id: id,
    parent_id: lastId,
    text: mangled(text),
    stream: true,
  });
  const url = `/api${location.pathname.replace('/c/', '/conversations/')}/messages${location.search}`;
  try {
    await (way === 'xhr' ? overXhr(url, body) : overFetch(url, body));
  } catch (error) {
    must('#error').textContent = String(error);
    if (isStuck) {
      isBusy = true;
      sessionStorage.setItem('unsent', text);
      return putBack(text);
    }
  }
  if (isBusy) setTimeout(ready, busyMs);
}

function ready(): void {
  isBusy = false;
  // A change that whoever watches the page can see.
  document.body.append(' ');
}

/** As an editor's typography would do it, where the test wants that. */
function mangled(text: string): string {
  return query.has('mangle') ? text.replaceAll('"', '”').replaceAll('--', '—') : text;
}

async function overFetch(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer canary-token' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok || answer.body === null) throw new Error(`refused: ${answer.status}`);
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let received = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    received += decoder.decode(part.value, { stream: true });
  }
  showReply(received);
}

function overXhr(url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', url);
    xhr.setRequestHeader('content-type', 'application/json');
    xhr.onload = () => {
      showReply(xhr.responseText);
      resolve();
    };
    xhr.onerror = () => reject(new Error('xhr failed'));
    xhr.send(body);
  });
}

function showReply(stream: string): void {
  const chunks = [...stream.matchAll(/^data: (\{.*\})$/gm)].map(
    (match) =>
      JSON.parse(match[1] ?? '{}') as { id: string; choices: { delta: { content?: string } }[] },
  );
  lastId = chunks[0]?.id ?? null;
  show(
    'assistant',
    lastId ?? '',
    chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''),
  );
}

async function showHistory(): Promise<void> {
  const answer = await fetch(`/api${location.pathname.replace('/c/', '/conversations/')}`);
  const { messages } = (await answer.json()) as {
    messages: { message_id: string; role: string; text: string }[];
  };
  for (const message of messages) show(message.role, message.message_id, message.text);
  lastId = messages.at(-1)?.message_id ?? null;
}

function show(role: string, id: string, text: string): void {
  const turn = document.createElement('article');
  if (!isBare) {
    turn.dataset['messageAuthorRole'] = role;
    turn.dataset['messageId'] = id;
  }
  turn.textContent = text;
  must('#turns').append(turn);
}

function must(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}
