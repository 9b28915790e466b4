import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const id = location.pathname.split('/').at(-1);

function Chat({ initialMessages }) {
  const { messages, sendMessage, status, error } = useChat({
    id,
    messages: initialMessages,
    transport: new DefaultChatTransport({ api: '/api/chat' }),
  });
  const [input, setInput] = useState('');
  return (
    <main>
      {messages.map((message) => (
        <div key={message.id}>
          {message.role === 'user' ? 'User: ' : 'AI: '}
          {message.parts.map((part, index) =>
            part.type === 'text' ? <span key={index}>{part.text}</span> : null,
          )}
        </div>
      ))}
      {error && <div>Something went wrong.</div>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!input.trim()) return;
          void sendMessage({ text: input });
          setInput('');
        }}
      >
        <textarea
          value={input}
          onChange={(event) => setInput(event.target.value)}
          placeholder="Say something..."
        />
        <button type="submit" disabled={status === 'submitted' || status === 'streaming'}>
          Submit
        </button>
      </form>
    </main>
  );
}

const saved = await fetch(`/api/chat/${id}/messages`);
createRoot(document.getElementById('root')).render(<Chat initialMessages={await saved.json()} />);
