import { Centrifuge } from 'centrifuge';

const [list, form, composer] = ['ul', 'form', 'textarea'].map((name) =>
  document.querySelector(name),
);
const shown = new Map();

function show(id, author, text) {
  const item = shown.get(id) ?? document.createElement('li');
  item.className = author;
  item.style.whiteSpace = 'pre-wrap';
  item.append(text);
  shown.set(id, item);
  list.append(item);
}

const centrifuge = new Centrifuge(`ws://${location.host}/connection/websocket`);
const chat = centrifuge.newSubscription('chat:visitor');
chat.on('publication', ({ data }) => {
  const { id, author, text, delta, error } = data;
  show(id, author, text ?? delta ?? error ?? '');
});
chat.subscribe();
centrifuge.connect();

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (composer.value.trim() === '') return;
  void chat.publish({ id: crypto.randomUUID(), author: 'visitor', text: composer.value });
  composer.value = '';
});
