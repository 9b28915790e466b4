import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useAgent } from 'agents/react';
import { useAgentChat } from '@cloudflare/ai-chat/react';

function Chat() {
  const [draft, setDraft] = useState('');
  const agent = useAgent({ agent: 'ChatAgent', host: location.host, protocol: 'ws' });
  const { messages, sendMessage, error } = useAgentChat({ agent });
  const send = (event) => {
    event.preventDefault();
    if (draft.trim() === '') return;
    void sendMessage({ role: 'user', parts: [{ type: 'text', text: draft }] });
    setDraft('');
  };
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <div key={id}>
          <strong>{role}:</strong>
          {parts.map(({ type, text }, index) =>
            type === 'text' ? (
              <div key={index} style={{ whiteSpace: 'pre-wrap' }}>
                {text}
              </div>
            ) : null,
          )}
        </div>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={send}>
        <textarea
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          placeholder="Type a message..."
        />
        <button>Send</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById('root')).render(
  <Suspense fallback="Connecting...">
    <Chat />
  </Suspense>,
);
