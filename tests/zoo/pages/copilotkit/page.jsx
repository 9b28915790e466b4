import { CopilotKit } from '@copilotkit/react-core';
import { CopilotChat } from '@copilotkit/react-ui';
import '@copilotkit/react-ui/styles.css';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')).render(
  <CopilotKit runtimeUrl="/api/copilotkit" agent="default">
    <CopilotChat labels={{ title: 'Your Assistant', initial: 'Hi! How can I assist you today?' }} />
  </CopilotKit>,
);
