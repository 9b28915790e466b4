import { linesOf, part } from './page-parts.ts';

/** The talk is kept here, since its own site may have nothing but the page; the model may have an origin of its own. */
const talk = part('main');
const field = part<HTMLTextAreaElement>('textarea');
const model =
  document.querySelector<HTMLMetaElement>('meta[name=model]')?.content ?? location.origin;
let messages: { role: string; content: string }[] = [];

talk.addEventListener('new-talk', () => {
  messages = [];
  talk.replaceChildren();
});

part<HTMLFormElement>('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const content = field.value;
  if (content.trim() === '') return;
  field.value = '';
  void ask(content);
});

async function ask(content: string): Promise<void> {
  messages.push({ role: 'user', content });
  show('user').textContent = content;
  // Who counts visitors is told as well, and answers nothing that a page could read.
  const { port } = new URL(model);
  const counted = { method: 'POST', mode: 'no-cors', body: JSON.stringify({ content }) } as const;
  void fetch(`http://127.0.0.1:${port}/count`, counted);
  const answer = await fetch(`${model}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer of-the-model' },
    body: JSON.stringify({ stream: true, messages }),
  });
  const line = show('assistant');
  for await (const told of linesOf(answer)) {
    if (!told.startsWith('data: {')) continue;
    const { choices } = JSON.parse(told.slice(6)) as { choices: { delta: { content?: string } }[] };
    line.textContent += choices[0]?.delta.content ?? '';
  }
  messages.push({ role: 'assistant', content: line.textContent });
}

function show(role: string): HTMLElement {
  const line = document.createElement('p');
  line.className = role;
  line.style.whiteSpace = 'pre-wrap';
  talk.append(line);
  return line;
}
