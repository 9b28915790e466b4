import { Children, cloneElement } from 'react';
import { createRoot } from 'react-dom/client';
import kit from 'react-chatbot-kit';
import 'react-chatbot-kit/build/main.css';

// A module of CommonJS, whose default is one of its names.
const { default: Chatbot, createChatBotMessage } = kit;

const config = { botName: 'Shop', initialMessages: [createChatBotMessage('How can I help?')] };

const MessageParser = ({ children, actions }) =>
  Children.map(children, (child) =>
    cloneElement(child, { parse: (message) => void actions.ask(message), actions: {} }),
  );

const ActionProvider = ({ createChatBotMessage: said, setState, children }) => {
  const add = (text) =>
    setState((before) => ({ ...before, messages: [...before.messages, said(text)] }));
  const ask = async (message) => {
    try {
      const response = await fetch('/chatbot', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ message }),
      });
      const { response: reply, error } = await response.json();
      add(response.ok && reply ? reply : `Sorry. ${error ?? 'Something went wrong.'}`);
    } catch {
      add('Sorry. There is no connection.');
    }
  };
  return Children.map(children, (child) => cloneElement(child, { actions: { ask } }));
};

createRoot(document.getElementById('root')).render(
  <Chatbot config={config} messageParser={MessageParser} actionProvider={ActionProvider} />,
);
