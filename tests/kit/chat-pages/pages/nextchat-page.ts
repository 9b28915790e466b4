import { linesOf, part } from './page-parts.ts';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** As extension/platforms/nextchat/site.md has it: every request holds the whole talk, which the page keeps for itself. */
const KEY = 'chat-next-web-store';
const talk = part('main');
const field = part<HTMLTextAreaElement>('#chat-input');
const messages = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Message[];
for (const message of messages) show(message);
let typed = '';
field.addEventListener('input', () => (typed = field.value));
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void send();
});
part('button').addEventListener('click', () => void send());

async function send(): Promise<void> {
  const text = typed;
  if (text.trim() === '') return;
  typed = '';
  field.value = '';
  keep({ role: 'user', content: text });
  const answer = await ask(true, messages);
  const body = show({ role: 'assistant', content: '' });
  let content = '';
  for await (const line of linesOf(answer)) {
    if (!line.startsWith('data: {')) continue;
    const { choices } = JSON.parse(line.slice(6)) as {
      choices: { delta: { content?: string } }[];
    };
    content += choices[0]?.delta.content ?? '';
    body.innerText = content;
  }
  messages.push({ role: 'assistant', content });
  save();
  if (messages.length > 2) return;
  const ending: Message = { role: 'user', content: 'Please generate a four to five word title.' };
  await ask(false, [...messages, ending]);
}

function ask(stream: boolean, sent: readonly Message[]): Promise<Response> {
  return fetch('/api/openai/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer nk-canary' },
    body: JSON.stringify({ messages: sent, stream, model: 'some-model', temperature: 0.5 }),
  });
}

function keep(message: Message): void {
  messages.push(message);
  save();
  show(message);
}

function save(): void {
  localStorage.setItem(KEY, JSON.stringify(messages));
}

function show({ role, content }: Message): HTMLElement {
  const turn = document.createElement('div');
  turn.className = role === 'user' ? 'chat_chat-message-user__6f' : 'chat_chat-message__7a';
  const body = document.createElement('div');
  body.className = 'markdown-body';
  body.innerText = content;
  const date = document.createElement('div');
  date.className = 'chat_chat-message-action-date__8b';
  date.textContent = '22/11/2026, 08:00:00';
  turn.append(body, date);
  talk.append(turn);
  return body;
}
