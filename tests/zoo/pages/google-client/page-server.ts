import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface Asked {
  readonly contents: readonly { readonly parts: readonly { readonly text: string }[] }[];
}

/** Google's own client in a page of jQuery, before a server of the same origin. */
export const googleClient: ZooPage = {
  name: 'google-client',
  packages: '@google/generative-ai 0.24 (in the page), jquery 4',
  wire: 'Gemini streamGenerateContent (SSE)',
  id: 'none',
  path: '/',
  body: '<div id="log"></div><textarea id="draft" placeholder="Ask Gemini"></textarea><button id="send">Send</button>',
  composer: 'textarea',
  button: '#send',
  async serve(request, response, model) {
    if (!request.url?.includes(':streamGenerateContent')) return false;
    const { contents } = (await readJson(request)) as unknown as Asked;
    const reply = await model.take(contents.at(-1)?.parts[0]?.text ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (reply.fault === 'error') {
      response.end(event({ error: { code: 503, message: ERROR_TEXT, status: 'UNAVAILABLE' } }));
      return true;
    }
    const part = (text: string, rest: object = {}): string =>
      event({
        candidates: [{ content: { parts: [{ text }], role: 'model' }, ...rest, index: 0 }],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 12, totalTokenCount: 21 },
        modelVersion: 'gemini-2.5-flash',
        responseId: reply.id,
      });
    await stream(response, reply, part);
    return finish(response, reply, part('', { finishReason: 'STOP' }));
  },
};
