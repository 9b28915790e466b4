import Anthropic from '@anthropic-ai/sdk';
import m from 'mithril';

const client = new Anthropic({
  apiKey: 'none',
  baseURL: location.origin,
  dangerouslyAllowBrowser: true,
  maxRetries: 0,
});
const turns = [];
let draft = '';
let isBusy = false;

async function send() {
  const content = draft;
  if (content.trim() === '' || isBusy) return;
  draft = '';
  isBusy = true;
  turns.push({ role: 'user', content });
  const messages = turns.filter((turn) => !turn.failed).map((turn) => ({ ...turn }));
  const answer = { role: 'assistant', content: '' };
  turns.push(answer);
  try {
    const stream = client.messages.stream({ model: 'claude', max_tokens: 4096, messages });
    stream.on('text', (text) => {
      answer.content += text;
      m.redraw();
    });
    await stream.finalMessage();
  } catch (error) {
    answer.failed = true;
    answer.content = error.message;
  }
  isBusy = false;
  m.redraw();
}

m.mount(document.querySelector('#root'), {
  view: () =>
    m('main', [
      turns.map(({ role, content }) => m('pre', { class: role }, content)),
      m('textarea', { value: draft, oninput: (event) => (draft = event.target.value) }),
      m('button', { onclick: send, disabled: isBusy }, 'Send'),
    ]),
});
