import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';

const RETRY_MS = [100, 300, 1000];

const connection = new HubConnectionBuilder()
  .withUrl('/hub')
  .withAutomaticReconnect(RETRY_MS)
  .configureLogging(LogLevel.None)
  .build();
const form = document.querySelector('form');
const composer = document.querySelector('textarea');
const log = document.querySelector('#log');

function show(text) {
  const turn = document.createElement('li');
  turn.style.whiteSpace = 'pre-wrap';
  turn.textContent = text;
  log.append(turn);
  return turn;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = composer.value;
  if (text.trim() === '') return;
  composer.value = '';
  show(text);
  const answer = show('');
  connection.stream('Ask', text).subscribe({
    next: (piece) => (answer.textContent += typeof piece === 'string' ? piece : ''),
    complete: () => undefined,
    error: (error) => (answer.textContent = error.message),
  });
});

await connection.start();
composer.disabled = false;
