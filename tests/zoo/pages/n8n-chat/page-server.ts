import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, json, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** n8n's webhook with its streaming response, JSON lines; the session in the body, and asked for when it is opened. */
export const n8nChat: ZooPage = {
  name: 'n8n-chat',
  packages: '@n8n/chat 1',
  wire: 'n8n webhook (JSON lines)',
  id: 'body (`sessionId`)',
  path: '/',
  body: '<div id="n8n-chat" style="height:600px"></div>',
  composer: '#n8n-chat textarea',
  async serve(request, response, model) {
    if (request.method !== 'POST' || !request.url?.startsWith('/webhook/')) return false;
    const { action, chatInput } = await readJson(request);
    if (action === 'loadPreviousSession') {
      const data = model.turns.map(({ role, text }) => ({
        id: ['langchain_core', 'messages', role === 'user' ? 'HumanMessage' : 'AIMessage'],
        kwargs: { content: text },
      }));
      return json(response, { data });
    }
    const reply = await model.take(String(chatInput));
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    const metadata = { nodeId: '4c1e', nodeName: 'AI Agent', itemIndex: 0, runIndex: 0 };
    const line = (type: string, content?: string): string =>
      `${JSON.stringify({ type, ...(content !== undefined && { content }), metadata })}\n`;
    response.write(line('begin'));
    if (reply.fault === 'error') {
      response.end(line('error', ERROR_TEXT));
      return true;
    }
    await stream(response, reply, (content) => line('item', content));
    return finish(response, reply, line('end'), (failure) => `${JSON.stringify(failure)}\n`);
  },
};
