import '@n8n/chat/style.css';
import { createChat } from '@n8n/chat';

createChat({
  webhookUrl: `${location.origin}/webhook/5f1c0d9e-4a7b-4c1e-9d57-2b9f6f0a7c11/chat`,
  target: '#n8n-chat',
  mode: 'fullscreen',
  enableStreaming: true,
});
