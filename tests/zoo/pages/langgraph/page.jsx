import { useStream } from '@langchain/langgraph-sdk/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [threadId, setThreadId] = useState(new URLSearchParams(location.search).get('threadId'));
  const thread = useStream({
    apiUrl: `${location.origin}/api`,
    assistantId: 'agent',
    messagesKey: 'messages',
    threadId,
    onThreadId(id) {
      setThreadId(id);
      const url = new URL(location.href);
      url.searchParams.set('threadId', id);
      history.replaceState(null, '', url);
    },
    fetchStateHistory: true,
  });
  return (
    <div>
      <div>
        {thread.messages.map((message) => (
          <p key={message.id}>{message.content}</p>
        ))}
        {thread.error && <p>Something went wrong.</p>}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const content = new FormData(form).get('message');
          form.reset();
          thread.submit({ messages: [{ type: 'human', content }] });
        }}
      >
        <textarea name="message" rows={3} />
        {thread.isLoading ? (
          <button key="stop" type="button" onClick={() => thread.stop()}>
            Stop
          </button>
        ) : (
          <button key="submit" type="submit">
            Send
          </button>
        )}
      </form>
    </div>
  );
}

createRoot(document.getElementById('root')).render(<App />);
