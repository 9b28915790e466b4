import type { IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT, type Model, type Reply } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const BODY = `<div id="log" hx-ext="sse"></div>
<form hx-post="/chat" hx-target="#log" hx-swap="beforeend" hx-on::after-request="this.reset()">
  <textarea name="message" required></textarea>
  <button>Send</button>
</form>`;

/** The answers whose markup was handed out, and which were not asked for yet. */
const answers = new WeakMap<Model, Map<string, Promise<Reply>>>();

/** Markup for everything: a form's fields are sent, and what comes is put into the page as it is. */
export const htmx: ZooPage = {
  name: 'htmx',
  packages: 'htmx.org 2, htmx-ext-sse 2',
  wire: 'form fields; pieces of markup (EventSource)',
  id: 'none',
  path: '/',
  body: BODY,
  composer: 'textarea',
  button: 'button',
  async serve(request, response, model) {
    const waiting = answers.get(model) ?? new Map<string, Promise<Reply>>();
    answers.set(model, waiting);
    if (request.url === '/chat') {
      const message = await messageOf(request);
      const { reply } = model.accept(message);
      const answer = `/chat/answers/${crypto.randomUUID()}`;
      waiting.set(answer, reply);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<div class="user">${escaped(message)}</div>
<div class="assistant" sse-connect="${answer}" sse-swap="token" sse-close="done" hx-swap="beforeend"></div>`);
      return true;
    }
    if (request.url?.startsWith('/chat/answers/') !== true) return false;

    const said = waiting.get(request.url);
    waiting.delete(request.url);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // It was cut, and cannot be had again.
    if (said === undefined) {
      response.end(event('', 'done'));
      return true;
    }
    const reply = await said;
    const token = (markup: string): string => event(markup.split('\n').join('\ndata: '), 'token');
    if (reply.fault === 'error') {
      response.end(token(`<p class="error">${ERROR_TEXT}</p>`) + event('', 'done'));
      return true;
    }
    await stream(response, reply, (piece) => token(escaped(piece)));
    return finish(response, reply, event('', 'done'), (failure) =>
      [token(escaped(JSON.stringify(failure))), event('', 'done')].join(''),
    );
  },
};

/** A form's line breaks are of two characters. */
async function messageOf(request: IncomingMessage): Promise<string> {
  const message = new URLSearchParams(await textOf(request)).get('message') ?? '';
  return message.replaceAll('\r\n', '\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
