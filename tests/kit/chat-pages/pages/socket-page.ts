import { addLine, part } from './page-parts.ts';

/** A textarea and a button that only has an accessible name; everything over a WebSocket, no id anywhere. */
const talk = part('ol');
const field = part<HTMLTextAreaElement>('textarea');
const socket = new WebSocket(`ws://${location.host}/live`);
let words: HTMLElement | null = null;

socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const told = JSON.parse(data) as { type: string; text?: string; role?: string };
  if (told.type === 'said') addLine(talk, told.role ?? '', told.text ?? '');
  if (told.type === 'token') {
    words ??= addLine(talk, 'Bot', '');
    words.textContent += told.text ?? '';
  }
  if (told.type === 'done') words = null;
});
setInterval(() => socket.send('{"type":"ping"}'), 1_000);
part('button').addEventListener('click', () => {
  const text = field.value;
  if (text.trim() === '') return;
  field.value = '';
  addLine(talk, 'Me', text);
  socket.send(JSON.stringify({ type: 'say', message: text }));
});
