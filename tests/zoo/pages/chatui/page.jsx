import Chat, { Bubble, useMessages } from '@chatui/core/es/index.js';
import '@chatui/core/dist/index.css';
import { createRoot } from 'react-dom/client';

function App() {
  const { messages, appendMsg } = useMessages([]);
  const say = (text, position) => appendMsg({ type: 'text', content: { text }, position });

  async function onSend(type, text) {
    if (type !== 'text' || !text.trim()) return;
    say(text, 'right');
    try {
      const response = await fetch('/v2/assistants/support/message?version=2024-08-25', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ input: { message_type: 'text', text } }),
      });
      if (!response.ok) throw new Error(response.statusText);
      const { output } = await response.json();
      for (const { text: said } of output.generic) say(said, 'left');
    } catch (error) {
      say(error.message, 'left');
    }
  }

  return (
    <div style={{ height: '600px' }}>
      <Chat
        locale="en-US"
        navbar={{ title: 'Assistant' }}
        messages={messages}
        renderMessageContent={({ content }) => <Bubble content={content.text} />}
        onSend={onSend}
      />
    </div>
  );
}

createRoot(document.getElementById('root')).render(<App />);
