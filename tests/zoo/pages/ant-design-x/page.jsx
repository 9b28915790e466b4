import { Bubble, Sender } from '@ant-design/x';
import { OpenAIChatProvider, useXChat, XRequest } from '@ant-design/x-sdk';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const provider = new OpenAIChatProvider({
  request: XRequest('/v1/chat/completions', {
    manual: true,
    params: { model: 'zoo-1', stream: true },
  }),
});

const roles = { assistant: { placement: 'start' }, user: { placement: 'end' } };

function Chat() {
  const [content, setContent] = useState('');
  const { onRequest, messages, isRequesting, abort } = useXChat({
    provider,
    requestFallback: () => ({ role: 'assistant', content: 'Something went wrong.' }),
  });
  return (
    <div style={{ maxWidth: 700 }}>
      <Bubble.List
        style={{ height: 300 }}
        role={roles}
        items={messages.map(({ id, message, status }) => ({
          key: id,
          role: message.role,
          content: message.content,
          loading: status === 'loading',
        }))}
      />
      <Sender
        value={content}
        onChange={setContent}
        loading={isRequesting}
        onCancel={abort}
        onSubmit={(text) => {
          onRequest({ messages: [{ role: 'user', content: text }] });
          setContent('');
        }}
      />
    </div>
  );
}

createRoot(document.getElementById('root')).render(<Chat />);
