import { part } from './page-parts.ts';

/** Nothing of it says what it is: the field for messages is not the last, and what sends is no button. */
const talk = part('main');
const field = part<HTMLTextAreaElement>('footer textarea');

part('footer b').addEventListener('click', () => {
  const prompt = field.value;
  if (prompt.trim() === '') return;
  field.value = '';
  void tell(prompt);
});

async function tell(prompt: string): Promise<void> {
  show('q', prompt);
  const answer = await fetch('/tell', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt }),
  });
  const told = (await answer.json()) as { x: { y: { z: string }[] } };
  show('blockquote', told.x.y[0]?.z ?? '');
}

function show(kind: string, text: string): void {
  const line = document.createElement(kind);
  line.textContent = text;
  line.style.display = 'block';
  talk.append(line);
}
