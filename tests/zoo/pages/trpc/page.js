import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';

const [list, form, composer] = ['ul', 'form', 'textarea'].map((name) =>
  document.querySelector(name),
);
const trpc = createTRPCClient({ links: [httpBatchStreamLink({ url: '/trpc' })] });

function show(className, text) {
  const item = document.createElement('li');
  item.className = className;
  item.style.whiteSpace = 'pre-wrap';
  item.append(text);
  list.append(item);
  return item;
}

async function ask(text) {
  show('visitor', text);
  const reply = show('assistant', '');
  try {
    const chunks = await trpc.chat.send.mutate({ text });
    for await (const chunk of chunks) reply.append(chunk.message ?? chunk);
  } catch (error) {
    reply.append(error.message);
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (composer.value.trim() === '') return;
  void ask(composer.value);
  composer.value = '';
});
