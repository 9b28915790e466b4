import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, json, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Flowise's prediction in a web component; every event is named in its data. */
export const flowise: ZooPage = {
  name: 'flowise',
  packages: 'flowise-embed 3',
  wire: 'Flowise prediction (SSE)',
  id: 'body (`chatId`), stream',
  path: '/',
  body: '<flowise-fullchatbot></flowise-fullchatbot>',
  composer: 'flowise-fullchatbot >>> textarea',
  async serve(request, response, model) {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname.startsWith('/api/v1/chatflows-streaming/')) {
      return json(response, { isStreaming: true });
    }
    if (pathname.startsWith('/api/v1/public-chatbotConfig/')) return json(response, {});
    if (!pathname.startsWith('/api/v1/prediction/')) return false;
    const { question, chatId } = await readJson(request);
    const reply = await model.take(String(question));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const tell = (name: string, data: unknown): string =>
      `message:\n${event({ event: name, data })}`;
    response.write(tell('start', ''));
    if (reply.fault === 'error') {
      response.end(tell('error', ERROR_TEXT));
      return true;
    }
    await stream(response, reply, (piece) => tell('token', piece));
    const named = {
      chatId,
      chatMessageId: reply.id,
      sessionId: chatId,
      memoryType: 'Buffer Memory',
    };
    const end = tell('metadata', { ...named, question }) + tell('end', '[DONE]');
    return finish(response, reply, end, (failure) => `message:\n${event(failure)}`);
  },
};
