import { MastraClient } from '@mastra/client-js';

const [list, form, composer] = ['ul', 'form', 'textarea'].map((name) =>
  document.querySelector(name),
);
const agent = new MastraClient({ baseUrl: location.origin, retries: 0 }).getAgent('assistant');
const thread = crypto.randomUUID();

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
    const response = await agent.stream(text, { memory: { thread, resource: 'visitor' } });
    await response.processDataStream({
      onChunk: async ({ type, payload }) => {
        if (type === 'text-delta') reply.append(payload.text);
        if (type === 'error') reply.append(` ${payload.error.message}`);
      },
    });
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
