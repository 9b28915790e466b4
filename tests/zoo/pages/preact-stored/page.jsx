/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const id = location.pathname.split('/').at(-1);

function Chat() {
  const [messages, setMessages] = useState([]);
  const [draft, setDraft] = useState('');
  useEffect(() => {
    void fetch(`/api/chats/${id}/messages`)
      .then((response) => response.json())
      .then((stored) => setMessages(stored));
  }, []);

  async function send(event) {
    event.preventDefault();
    if (draft.trim() === '') return;
    const message = { id: crypto.randomUUID(), role: 'user', content: draft };
    const before = [...messages, message];
    setDraft('');
    setMessages(before);
    const show = (content) => setMessages([...before, { id: 'new', role: 'assistant', content }]);
    try {
      const response = await fetch(`/api/chats/${id}/messages`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(message),
      });
      if (!response.ok) throw new Error('Something went wrong.');
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let [rest, content] = ['', ''];
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        const events = (rest + read.value).split('\n\n');
        rest = events.pop();
        for (const each of events) content += JSON.parse(each.slice('data: '.length)).text ?? '';
        show(content);
      }
    } catch (error) {
      show(error.message);
    }
  }

  return (
    <main>
      {messages.map(({ id: key, role, content }) => (
        <p key={key} class={role}>
          {content}
        </p>
      ))}
      <form onSubmit={(event) => void send(event)}>
        <textarea value={draft} onInput={(event) => setDraft(event.currentTarget.value)} />
        <button type="submit">Send</button>
      </form>
    </main>
  );
}

render(<Chat />, document.getElementById('root'));
