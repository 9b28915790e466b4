import { addLine, linesOf, part } from './page-parts.ts';

/** A textarea in a form, OpenAI-style events over fetch, the id in the path. */
const talk = part('main');
const field = part<HTMLTextAreaElement>('textarea');
const said = (await (await fetch(`${location.pathname}/said`)).text()).split('\u0000');
const messages = said.filter(Boolean).map((text, index) => {
  const role = index % 2 === 0 ? 'user' : 'assistant';
  addLine(talk, role === 'user' ? 'You' : 'They', text);
  return { role, content: text };
});

part('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value;
  if (text.trim() === '') return;
  field.value = '';
  void send(text);
});

async function send(text: string): Promise<void> {
  addLine(talk, 'You', text);
  messages.push({ role: 'user', content: text });
  const answer = await fetch(`${location.pathname}/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream: true, messages }),
  });
  const words = addLine(talk, 'They', '');
  for await (const line of linesOf(answer)) {
    if (!line.startsWith('data: {')) continue;
    const { choices } = JSON.parse(line.slice(6)) as {
      choices: { delta: { content?: string } }[];
    };
    words.textContent += choices[0]?.delta.content ?? '';
  }
  messages.push({ role: 'assistant', content: words.textContent });
}
