import ChatBot from 'react-chatbotify';
import { createRoot } from 'react-dom/client';

async function ask({ userInput, injectMessage }) {
  try {
    const response = await fetch('/api/ask', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: userInput }),
    });
    if (!response.ok) throw new Error(response.statusText);
    const { data } = await response.json();
    await injectMessage(data.content);
  } catch {
    await injectMessage('Unable to reach the model.');
  }
}

const flow = {
  start: { message: 'Ask me anything!', path: 'loop' },
  loop: { message: ask, path: 'loop' },
};

createRoot(document.getElementById('root')).render(
  <ChatBot
    flow={flow}
    settings={{
      general: { embedded: true, showFooter: false },
      chatHistory: { storageKey: 'zoo_history' },
      chatInput: { botDelay: 0, characterLimit: -1 },
      botBubble: { simulateStream: false },
    }}
  />,
);
