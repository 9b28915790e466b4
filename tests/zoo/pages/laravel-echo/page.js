import Echo from 'laravel-echo';
import Pusher from 'pusher-js';

window.Pusher = Pusher;
const [list, form, composer] = ['ul', 'form', 'textarea'].map((name) =>
  document.querySelector(name),
);
const echo = new Echo({
  broadcaster: 'reverb',
  key: 'zoo-key',
  wsHost: location.hostname,
  wsPort: location.port,
  wssPort: location.port,
  forceTLS: false,
  enabledTransports: ['ws', 'wss'],
});
const chat = crypto.randomUUID();
const shown = new Map();

function show(id, className, text) {
  const item = shown.get(id) ?? document.createElement('li');
  item.className = className;
  item.style.whiteSpace = 'pre-wrap';
  item.append(text);
  shown.set(id, item);
  list.append(item);
}

echo
  .private(`chat.${chat}`)
  .listen('.text_delta', ({ message_id, delta }) => show(message_id, 'assistant', delta))
  .listen('.error', ({ id, message }) => show(id, 'error', message));

async function submit() {
  const message = composer.value;
  if (message.trim() === '') return;
  composer.value = '';
  show(crypto.randomUUID(), 'visitor', message);
  const { ok, statusText } = await fetch(`/chats/${chat}/messages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Socket-ID': echo.socketId() },
    body: JSON.stringify({ message }),
  });
  if (!ok) show(crypto.randomUUID(), 'error', statusText);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void submit();
});
