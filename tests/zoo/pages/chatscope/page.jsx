import {
  ChatContainer,
  MainContainer,
  Message,
  MessageInput,
  MessageList,
  TypingIndicator,
} from '@chatscope/chat-ui-kit-react';
import '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { io } from 'socket.io-client';

const socket = io();

function Chat() {
  const [messages, setMessages] = useState([]);
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    socket.on('stream:start', ({ id }) => {
      setIsTyping(false);
      setMessages((all) => [...all, { id, message: '', direction: 'incoming' }]);
    });
    socket.on('stream:chunk', ({ id, content }) => {
      setMessages((all) =>
        all.map((one) => (one.id === id ? { ...one, message: one.message + content } : one)),
      );
    });
    socket.on('stream:error', ({ message }) => {
      setIsTyping(false);
      setMessages((all) => [...all, { id: crypto.randomUUID(), message, direction: 'incoming' }]);
    });
    return () => socket.off();
  }, []);
  const send = (_html, _textContent, innerText) => {
    const message = { id: crypto.randomUUID(), message: innerText, direction: 'outgoing' };
    setMessages((all) => [...all, message]);
    setIsTyping(true);
    socket.emit('chat:message', { id: message.id, text: innerText });
  };
  return (
    <div style={{ position: 'relative', height: '500px' }}>
      <MainContainer>
        <ChatContainer>
          <MessageList typingIndicator={isTyping && <TypingIndicator content="Typing" />}>
            {messages.map(({ id, message, direction }) => (
              <Message key={id} model={{ message, direction, position: 'single', type: 'text' }} />
            ))}
          </MessageList>
          <MessageInput placeholder="Type message here" onSend={send} attachButton={false} />
        </ChatContainer>
      </MainContainer>
    </div>
  );
}

createRoot(document.getElementById('root')).render(<Chat />);
