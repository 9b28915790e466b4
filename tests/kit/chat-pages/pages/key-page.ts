import { addLine, linesOf, part } from './page-parts.ts';

/** An editable block whose key handler sends, JSON lines over fetch, an id of the page's own in the hash. */
if (location.hash === '') location.hash = `#/${crypto.randomUUID()}`;
const talk = part('section');
const block = part('[role="textbox"]');

block.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey) return;
  event.preventDefault();
  const text = block.innerText.replace(/\n$/, '');
  block.textContent = '';
  if (text.trim() !== '') void send(text);
});

async function send(text: string): Promise<void> {
  addLine(talk, 'Me', text);
  const answer = await fetch('/rpc', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: text, thread_id: location.hash.slice(2) }),
  });
  const words = addLine(talk, 'It', '');
  for await (const line of linesOf(answer)) {
    const { message } = JSON.parse(line) as { message?: { content: string } };
    words.textContent += message?.content ?? '';
  }
}
