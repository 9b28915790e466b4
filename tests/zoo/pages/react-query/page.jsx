import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

async function request(init) {
  const response = await fetch('/api/messages', init);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}

function Chat() {
  const [draft, setDraft] = useState('');
  const client = useQueryClient();
  const { data: messages = [] } = useQuery({
    queryKey: ['messages'],
    queryFn: () => request(),
    refetchInterval: 1000,
  });
  const { mutate, error } = useMutation({
    mutationFn: (text) =>
      request({
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ text }),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['messages'] }),
  });
  const send = (event) => {
    event.preventDefault();
    if (draft.trim() === '') return;
    mutate(draft);
    setDraft('');
  };
  return (
    <main>
      <ul>
        {messages.map(({ id, author, text, error: failed }) => (
          <li key={id} className={author} style={{ whiteSpace: 'pre-wrap' }}>
            {failed ?? text}
          </li>
        ))}
      </ul>
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={send}>
        <textarea value={draft} onChange={(event) => setDraft(event.target.value)} />
        <button>Send</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById('root')).render(
  <QueryClientProvider client={new QueryClient()}>
    <Chat />
  </QueryClientProvider>,
);
