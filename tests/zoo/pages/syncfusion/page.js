import '@syncfusion/ej2-base/styles/material.css';
import '@syncfusion/ej2-navigations/styles/material.css';
import '@syncfusion/ej2-interactive-chat/styles/material.css';
import { AIAssistView } from '@syncfusion/ej2-interactive-chat';

const assistant = new AIAssistView({
  promptRequest({ prompt }) {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/assist');
    request.setRequestHeader('Content-Type', 'application/json');
    request.addEventListener('loadend', () => {
      const isWhole = request.status === 200 && request.responseText !== '';
      const answer = isWhole ? JSON.parse(request.responseText) : null;
      const said = answer?.response ?? answer?.error?.message;
      assistant.addPromptResponse(said ?? 'The assistant cannot be reached.');
    });
    request.send(JSON.stringify({ prompt }));
  },
});
assistant.appendTo('#assistant');
