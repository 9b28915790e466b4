import { AiChat } from '@nlux/react';
import '@nlux/themes/nova.css';
import { createRoot } from 'react-dom/client';

/** As in nlux's own example of a custom adapter that streams. */
const adapter = {
  async streamText(prompt, observer) {
    const response = await fetch('/your-path', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ prompt }),
    });
    if (response.status !== 200) {
      observer.error(new Error('Failed to connect to the server'));
      return;
    }
    if (!response.body) return;
    const reader = response.body.getReader();
    const textDecoder = new TextDecoder();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const content = textDecoder.decode(value);
        if (content) observer.next(content);
      }
      observer.complete();
    } catch (error) {
      observer.error(error);
    }
  },
};

createRoot(document.getElementById('root')).render(
  <AiChat adapter={adapter} displayOptions={{ width: 600, height: 500 }} />,
);
