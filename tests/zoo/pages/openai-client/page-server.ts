import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, json, stream } from '../../answer.ts';
import { ERROR_TEXT, type Model, RefusedByModel } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** The port of the model behind a page. */
const ports = new WeakMap<Model, number>();

/** OpenAI's own client in the page, and a model at another origin, as of one that runs on the person's machine. */
export const openaiClient: ZooPage = {
  name: 'openai-client',
  packages: 'openai 7 (in the page)',
  wire: 'OpenAI chat completions (SSE) at another origin',
  id: 'none',
  path: '/',
  body: '<div id="log"></div><form><textarea></textarea><button>Send</button></form>',
  composer: 'textarea',
  button: 'button',
  asksElsewhere: true,
  // The client asks again after a status of 500, twice.
  faults: ['error', 'cut'],
  serve(request, response, model) {
    if (request.url !== '/config.json') return Promise.resolve(false);
    const [hostname] = (request.headers.host ?? '').split(':');
    const baseURL = `http://${hostname}:${ports.get(model)}/v1`;
    return Promise.resolve(json(response, { baseURL }));
  },
  async attach(server, model) {
    const own = createServer((request, response) => {
      answer(request, response, model).catch((error: unknown) => {
        if (error instanceof RefusedByModel) json(response, { error: error.message }, 500);
        else response.destroy();
      });
    });
    own.listen(0, '127.0.0.1');
    await once(own, 'listening');
    ports.set(model, (own.address() as AddressInfo).port);
    server.once('close', () => {
      own.closeAllConnections();
      own.close();
    });
  },
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  model: Model,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method === 'OPTIONS') {
    const asked = request.headers['access-control-request-headers'] ?? '';
    response.writeHead(204, { 'access-control-allow-headers': asked }).end();
    return;
  }
  const { messages } = (await readJson(request)) as { messages: { content: string }[] };
  const reply = await model.take(messages.at(-1)?.content ?? '');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (reply.fault === 'error') {
    response.end(event({ error: { message: ERROR_TEXT, type: 'server_error', code: null } }));
    return;
  }
  const chunk = (delta: object, finish_reason: string | null = null): string => {
    const choices = [{ index: 0, delta, finish_reason }];
    return event({ id: `chatcmpl-${reply.id}`, object: 'chat.completion.chunk', choices });
  };
  await stream(response, reply, (content) => chunk({ content }));
  await finish(response, reply, chunk({}, 'stop') + event('[DONE]'));
}
