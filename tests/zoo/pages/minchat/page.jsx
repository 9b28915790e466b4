import {
  MainContainer,
  MessageContainer,
  MessageHeader,
  MessageInput,
  MessageList,
  MinChatUiProvider,
} from '@minchat/react-chat-ui';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const me = { id: crypto.randomUUID(), name: 'Me' };
const bot = { id: 'bot', name: 'Assistant' };

function Chat() {
  const [messages, setMessages] = useState([]);
  const [isTyping, setIsTyping] = useState(false);
  const put = (text, user) => setMessages((all) => [...all, { text, user }]);
  const send = async (text) => {
    put(text, me);
    setIsTyping(true);
    try {
      const response = await fetch('/webhooks/rest/webhook', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ sender: me.id, message: text }),
      });
      if (!response.ok) throw new Error('The assistant cannot be reached.');
      for (const answer of await response.json()) put(answer.text, bot);
    } catch (error) {
      put(error.message, bot);
    }
    setIsTyping(false);
  };
  return (
    <MinChatUiProvider theme="#6ea9d7">
      <MainContainer style={{ height: '90vh' }}>
        <MessageContainer>
          <MessageHeader />
          <MessageList currentUserId={me.id} messages={messages} showTypingIndicator={isTyping} />
          <MessageInput
            placeholder="Type message here"
            onSendMessage={send}
            showSendButton
            showAttachButton={false}
          />
        </MessageContainer>
      </MainContainer>
    </MinChatUiProvider>
  );
}

createRoot(document.getElementById('root')).render(<Chat />);
