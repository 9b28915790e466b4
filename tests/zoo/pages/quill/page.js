import Quill from 'quill';
import 'quill/dist/quill.snow.css';

const log = document.querySelector('#log');
const bindings = { send: { key: 'Enter', shiftKey: false, handler: () => void send() } };
const quill = new Quill('#editor', {
  modules: { toolbar: false, keyboard: { bindings } },
  placeholder: 'Write a message…',
  theme: 'snow',
});

function show(html) {
  const turn = document.createElement('div');
  turn.innerHTML = html;
  log.append(turn);
  return turn;
}

async function send() {
  const message = quill.root.innerHTML;
  if (quill.getText().trim() === '') return;
  show(message);
  quill.setText('');
  const answer = show('');
  try {
    const response = await fetch('/api/chat', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ message }),
    });
    if (!response.ok) throw new Error(response.statusText);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      const events = (rest + value).split('\n\n');
      rest = events.pop();
      for (const event of events) {
        const { delta, error } = JSON.parse(event.slice('data: '.length));
        if (error) throw new Error(error);
        answer.append(delta ?? '');
      }
    }
  } catch (error) {
    answer.append(error.message);
  }
}
