import Chatbot from 'flowise-embed/dist/web.js';

Chatbot.initFull({
  chatflowid: '8d3f1c62-7b0a-4e59-a1c4-5e9b7d2f6a38',
  apiHost: location.origin,
});
