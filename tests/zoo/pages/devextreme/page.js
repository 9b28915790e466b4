import 'devextreme/dist/css/dx.light.css';
import Chat from 'devextreme/ui/chat';

const user = { id: 'user', name: 'You' };
const assistant = { id: 'assistant', name: 'Virtual Assistant' };
const messages = [];

async function complete(content) {
  messages.push({ role: 'user', content });
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ messages, model: 'gpt-4o-mini', max_tokens: 1000, temperature: 0.7 }),
  });
  const { choices, error, message } = await response.json();
  if (choices === undefined) throw new Error(error?.message ?? message);
  messages.push(choices[0].message);
  return choices[0].message.content;
}

new Chat(document.getElementById('root'), {
  user,
  height: 600,
  showAvatar: false,
  async onMessageEntered({ component, message }) {
    component.renderMessage(message);
    component.option({ typingUsers: [assistant], alerts: [] });
    try {
      const text = await complete(message.text);
      component.renderMessage({ author: assistant, timestamp: Date.now(), text });
    } catch (error) {
      component.option('alerts', [{ message: error.message }]);
    }
    component.option('typingUsers', []);
  },
});
