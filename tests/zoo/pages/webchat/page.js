import 'botframework-webchat/dist/webchat.js';

const { createDirectLine, renderWebChat } = window.WebChat;

const { token } = await (await fetch('/api/token', { method: 'POST' })).json();

renderWebChat(
  {
    directLine: createDirectLine({ token, domain: `${location.origin}/v3/directline` }),
    userID: 'dl_4f6d2a90',
    locale: 'en-US',
    styleOptions: { sendBoxTextWrap: true },
  },
  document.getElementById('root'),
);
