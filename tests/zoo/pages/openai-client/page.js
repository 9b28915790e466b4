import OpenAI from 'openai';

const { baseURL } = await (await fetch('/config.json')).json();
const client = new OpenAI({ baseURL, apiKey: 'sk-local', dangerouslyAllowBrowser: true });
const form = document.querySelector('form');
const composer = document.querySelector('textarea');
const log = document.querySelector('#log');
const messages = [];

function show(text) {
  const turn = document.createElement('p');
  turn.textContent = text;
  log.append(turn);
  return turn;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});

async function send() {
  const content = composer.value;
  if (content.trim() === '') return;
  composer.value = '';
  messages.push({ role: 'user', content });
  show(content);
  const answer = show('');
  try {
    const chunks = await client.chat.completions.create({ model: 'zoo-1', messages, stream: true });
    for await (const { choices } of chunks) answer.textContent += choices[0]?.delta?.content ?? '';
    messages.push({ role: 'assistant', content: answer.textContent });
  } catch (error) {
    messages.pop();
    answer.textContent = error.message;
  }
}
