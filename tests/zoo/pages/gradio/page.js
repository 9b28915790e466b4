import { Client } from '@gradio/client';

const connect = (session_hash) =>
  Client.connect(location.origin, { events: ['data', 'status'], session_hash });
let client = await connect();
const form = document.querySelector('form');
const composer = document.querySelector('textarea');
const log = document.querySelector('#log');

function show(text) {
  const turn = document.createElement('p');
  turn.textContent = text;
  log.append(turn);
  return turn;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
composer.disabled = false;

async function send() {
  const message = composer.value;
  if (message.trim() === '') return;
  composer.value = '';
  show(message);
  const answer = show('');
  for await (const event of client.submit('/chat', { message })) {
    if (event.type === 'data') answer.textContent = event.data[0];
    else if (event.stage === 'error') {
      answer.textContent = `Error: ${event.message}`;
      // Its stream counts as open for ever after a cut.
      client = await connect(client.session_hash);
    }
  }
}
