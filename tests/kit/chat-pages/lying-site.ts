import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readJson } from './chat-site.ts';

/** Lines that the site writes into the stream of one answer. */
export type Answer = (said: string) => readonly object[];

/** A chat page that nobody wrote an adapter for, whose site answers each conversation as a test says. */
export interface LyingSite {
  readonly origin: string;
  /** Messages that came in, by conversation. */
  readonly received: (conversation: string) => readonly string[];
  readonly answerWith: (conversation: string, answers: readonly Answer[]) => void;
  /** Returns the JSON of `/said/CONVERSATION`. */
  readonly keepHistory: (conversation: string, history: unknown) => void;
  readonly close: () => Promise<void>;
}

/** A piece of a reply, as OpenAI streams it. */
export function piece(content: string, more: object = {}): object {
  return { choices: [{ index: 0, delta: { content }, finish_reason: null }], ...more };
}

export function end(reason = 'stop', more: object = {}): object {
  return { choices: [{ index: 0, delta: {}, finish_reason: reason }], ...more };
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Chat</title>
<main></main><form><textarea></textarea><button>Send</button></form><script>
const talk = document.querySelector('main'), field = document.querySelector('textarea');
window.conversation = location.pathname.split('/').pop();
window.messages = [];
window.answered = 0;
function line(who, text) {
  const one = document.createElement('p');
  one.className = who;
  one.textContent = text;
  talk.append(one);
  return one;
}
window.ask = async (conversation, text) => {
  messages.push({ role: 'user', content: text });
  const answer = await fetch('/api/chat/' + conversation, { method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stream: true, messages }) });
  let words = '';
  const shown = line('assistant', '');
  for (const row of (await answer.text()).split('\\n')) {
    if (!row.startsWith('data: {')) continue;
    words += JSON.parse(row.slice(6)).choices?.[0]?.delta?.content ?? '';
    shown.textContent = words;
  }
  messages.push({ role: 'assistant', content: words });
  answered += 1;
};
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value;
  if (text.trim() === '') return;
  field.value = '';
  line('user', text);
  void ask(window.conversation, text);
});
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey) return;
  event.preventDefault();
  document.querySelector('form').requestSubmit();
});
</script>`;

export async function startLyingSite(host = 'playground.localhost'): Promise<LyingSite> {
  const received = new Map<string, string[]>();
  const answers = new Map<string, Answer[]>();
  const histories = new Map<string, unknown>();
  let ids = 0;

  async function give(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const [, what, id = ''] = /^\/(api\/chat|said)\/([^/]+)$/.exec(pathname) ?? [];
    if (what === 'api/chat') {
      const { messages } = (await readJson(request)) as { messages: { content: string }[] };
      const said = messages.at(-1)?.content ?? '';
      received.set(id, [...(received.get(id) ?? []), said]);
      const answer = answers.get(id)?.shift() ?? (() => [piece('Fine.'), end()]);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      ids += 1;
      for (const one of answer(said)) {
        response.write(`data: ${JSON.stringify({ id: `answer-${ids}`, ...one })}\n\n`);
      }
      response.end('data: [DONE]\n\n');
      return;
    }
    const type = what === 'said' ? 'application/json' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type });
    response.end(what === 'said' ? JSON.stringify(histories.get(id) ?? []) : PAGE);
  }

  const server = createServer((request, response) => void give(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    received: (id) => received.get(id) ?? [],
    answerWith: (id, given) => void answers.set(id, [...given]),
    keepHistory: (id, history) => void histories.set(id, history),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
