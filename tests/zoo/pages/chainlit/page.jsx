import {
  ChainlitAPI,
  ChainlitContext,
  useChatData,
  useChatInteract,
  useChatMessages,
  useChatSession,
} from '@chainlit/react-client';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RecoilRoot } from 'recoil';

const client = new ChainlitAPI(location.origin, 'webapp');

function Messages({ steps }) {
  return steps.map((step) => (
    <div key={step.id}>
      <b>{step.name}</b> <span>{step.output}</span>
      {step.steps && <Messages steps={step.steps} />}
    </div>
  ));
}

function Playground() {
  const { connect, disconnect } = useChatSession();
  const { sendMessage } = useChatInteract();
  const { messages } = useChatMessages();
  const { connected } = useChatData();
  const [input, setInput] = useState('');
  useEffect(() => {
    connect({ userEnv: {} });
    return () => disconnect();
  }, []);
  const send = () => {
    if (!connected || input.trim() === '') return;
    sendMessage({ name: 'user', type: 'user_message', output: input }, []);
    setInput('');
  };
  return (
    <div>
      <Messages steps={messages} />
      <textarea
        placeholder="Type a message"
        value={input}
        onChange={(event) => setInput(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            send();
          }
        }}
      />
      <button onClick={send} disabled={!connected}>
        Send
      </button>
    </div>
  );
}

createRoot(document.getElementById('root')).render(
  <ChainlitContext.Provider value={client}>
    <RecoilRoot>
      <Playground />
    </RecoilRoot>
  </ChainlitContext.Provider>,
);
