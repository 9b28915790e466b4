import { fetchServerSentEvents, useChat } from '@tanstack/ai-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Chat() {
  const [input, setInput] = useState('');
  const { messages, sendMessage, isLoading, error } = useChat({
    connection: fetchServerSentEvents('/api/chat'),
  });
  return (
    <div>
      {messages.map((message) => (
        <div key={message.id}>
          <strong>{message.role}:</strong>
          {message.parts.map((part, index) =>
            part.type === 'text' ? <p key={index}>{part.content}</p> : null,
          )}
        </div>
      ))}
      {error && <div>Error: {error.message}</div>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!input.trim() || isLoading) return;
          sendMessage(input);
          setInput('');
        }}
      >
        <input
          type="text"
          value={input}
          onChange={(event) => setInput(event.target.value)}
          placeholder="Type a message..."
        />
        <button type="submit" disabled={isLoading}>
          Send
        </button>
      </form>
    </div>
  );
}

createRoot(document.getElementById('root')).render(<Chat />);
