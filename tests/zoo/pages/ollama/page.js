import { Ollama } from 'ollama/browser';
import { createSignal, For } from 'solid-js';
import html from 'solid-js/html';
import { createStore } from 'solid-js/store';
import { render } from 'solid-js/web';

const ollama = new Ollama({ host: location.origin });

function Chat() {
  const [draft, setDraft] = createSignal('');
  const [messages, setMessages] = createStore([]);

  async function send() {
    const content = draft();
    if (content.trim() === '') return;
    setDraft('');
    setMessages(messages.length, { role: 'user', content });
    const asked = messages.map((message) => ({ ...message }));
    const index = messages.length;
    setMessages(index, { role: 'assistant', content: '' });
    try {
      const parts = await ollama.chat({ model: 'llama3.1', messages: asked, stream: true });
      for await (const { message } of parts) {
        setMessages(index, 'content', (text) => text + message.content);
      }
    } catch (error) {
      setMessages(index, 'content', error.message);
    }
  }

  function onKey(event) {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send();
  }

  return html`<main>
    <${For} each=${() => messages}>
      ${(message) => html`<article data-role=${message.role}>${() => message.content}</article>`}
    <//>
    <textarea
      rows="3"
      prop:value=${draft}
      onInput=${(event) => setDraft(event.target.value)}
      onKeyDown=${onKey}
    ></textarea>
  </main>`;
}

render(Chat, document.getElementById('root'));
