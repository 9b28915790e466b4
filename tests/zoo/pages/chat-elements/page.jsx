import 'react-chat-elements/dist/main.css';
import { useRef, useState } from 'react';
import { Button, Input, MessageList } from 'react-chat-elements';
import { createRoot } from 'react-dom/client';

function* eventsIn(text) {
  for (const line of text.split('\n')) {
    if (line.startsWith('data: ')) yield JSON.parse(line.slice(6));
  }
}

async function ask(messages, take) {
  const response = await fetch('/v2/chat', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'command-a', stream: true, messages }),
  });
  if (!response.ok) throw new Error('The assistant cannot be reached.');
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + text).split('\n\n');
    rest = whole.pop();
    for (const { type, delta } of whole.flatMap((each) => [...eventsIn(each)])) {
      if (type === 'content-delta') take(delta.message.content.text);
      if (delta?.error) throw new Error(delta.error);
    }
  }
}

function Chat() {
  const [turns, setTurns] = useState([]);
  const composer = useRef(null);
  const send = async () => {
    const content = composer.current.value;
    if (content.trim() === '') return;
    composer.current.value = '';
    const asked = [...turns, { role: 'user', content }];
    let answer = '';
    const show = (text) => setTurns([...asked, { role: 'assistant', content: text }]);
    show('');
    try {
      await ask(asked, (text) => show((answer += text)));
    } catch (error) {
      show(error.message);
    }
  };
  return (
    <>
      <MessageList
        lockable
        toBottomHeight="100%"
        dataSource={turns.map(({ role, content }) => ({
          type: 'text',
          position: role === 'user' ? 'right' : 'left',
          title: role === 'user' ? 'You' : 'Assistant',
          text: content,
          date: new Date(),
        }))}
      />
      <Input
        referance={composer}
        multiline
        maxHeight={200}
        placeholder="Type here..."
        rightButtons={<Button text="Send" onClick={send} />}
      />
    </>
  );
}

createRoot(document.getElementById('root')).render(<Chat />);
