import axios from 'axios';
import { QBtn, QChatMessage, QForm, QInput, Quasar } from 'quasar';
import 'quasar/dist/quasar.css';
import { createApp, h, reactive } from 'vue';

const state = reactive({ messages: [], draft: '' });

async function send() {
  const prompt = state.draft;
  if (prompt.trim() === '') return;
  state.draft = '';
  state.messages.push({ sent: true, text: prompt }, { sent: false, text: '' });
  const reply = state.messages.at(-1);
  try {
    await axios.post(
      '/api/completion',
      { prompt },
      {
        responseType: 'text',
        onDownloadProgress: ({ event }) => (reply.text = event.target.responseText),
      },
    );
  } catch (error) {
    reply.text = error.message;
  }
}

const Chat = () => [
  h(
    'div',
    state.messages.map(({ sent, text }, key) =>
      h(
        QChatMessage,
        { key, sent, name: sent ? 'You' : 'Quasi' },
        { default: () => h('div', { style: 'white-space: pre-wrap' }, text) },
      ),
    ),
  ),
  h(QForm, { onSubmit: send }, () => [
    h(QInput, {
      modelValue: state.draft,
      'onUpdate:modelValue': (value) => (state.draft = value),
      type: 'textarea',
      label: 'Your message',
    }),
    h(QBtn, { type: 'submit', label: 'Send', color: 'primary' }),
  ]),
];

createApp(Chat).use(Quasar, {}).mount('#root');
