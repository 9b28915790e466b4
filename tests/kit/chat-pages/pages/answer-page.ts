import { addLine, part } from './page-parts.ts';

/** The plainest: a question out, the whole answer back, the id in the query. */
const talk = part('dl');
const field = part<HTMLTextAreaElement>('textarea');

part('[role="button"]').addEventListener('click', () => {
  const text = field.value;
  if (text.trim() === '') return;
  field.value = '';
  void ask(text);
});

async function ask(question: string): Promise<void> {
  addLine(talk, '?', question);
  const answer = await fetch(`/answer${location.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
  });
  const told = (await answer.json()) as { answer: string };
  addLine(talk, '!', told.answer);
}
