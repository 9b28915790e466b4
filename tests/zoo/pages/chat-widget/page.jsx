import { render } from 'react-dom';
import { addResponseMessage, toggleMsgLoader, Widget } from 'react-chat-widget';
import 'react-chat-widget/lib/styles.css';

const KEY = 'conversation_id';

async function ask(query) {
  toggleMsgLoader();
  try {
    const response = await fetch('/v1/chat-messages', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        inputs: {},
        query,
        response_mode: 'blocking',
        conversation_id: localStorage.getItem(KEY) ?? '',
        user: 'visitor',
      }),
    });
    const { answer, conversation_id: id, message, error } = await response.json();
    if (!response.ok) throw new Error(message ?? error);
    localStorage.setItem(KEY, id);
    addResponseMessage(answer);
  } catch (error) {
    addResponseMessage(`Sorry, that did not work. ${error.message}`);
  }
  toggleMsgLoader();
}

render(
  <Widget handleNewUserMessage={ask} title="Help" subtitle="Ask us anything" emojis={false} />,
  document.getElementById('root'),
);
