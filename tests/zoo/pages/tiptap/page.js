import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

const log = document.querySelector('#log');
const editor = new Editor({
  element: document.querySelector('#editor'),
  extensions: [StarterKit],
  editorProps: {
    handleKeyDown(_view, event) {
      if (event.key !== 'Enter' || event.shiftKey) return false;
      void send();
      return true;
    },
  },
});

function show(text) {
  const turn = document.createElement('pre');
  turn.textContent = text;
  log.append(turn);
  return turn;
}

async function send() {
  const prompt = editor.getText({ blockSeparator: '\n' });
  if (prompt.trim() === '') return;
  editor.commands.clearContent();
  show(prompt);
  const answer = show('');
  try {
    const response = await fetch('/api/generate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ prompt }),
    });
    if (!response.ok) throw new Error(response.statusText);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const events = (rest + read.value).split('\n\n');
      rest = events.pop();
      for (const event of events) {
        const { type, content } = JSON.parse(event.slice('data: '.length));
        if (type === 'error') throw new Error(content);
        answer.append(content ?? '');
      }
    }
  } catch (error) {
    answer.append(error.message);
  }
}
