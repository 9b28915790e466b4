import type { ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';

import { type ChatSite, readJson, type SiteParts, startChatSite } from './chat-site.ts';

export const CHAT_PAGES = ['form', 'key', 'socket', 'event', 'answer'] as const;
export type ChatPageName = (typeof CHAT_PAGES)[number];

interface WayIn {
  readonly path: string;
  readonly composer: string;
  /** Null: the Enter key sends. */
  readonly button: string | null;
}

/** Where a person opens each, where they write, and what they press. */
export const WAYS_IN: Readonly<Record<ChatPageName, WayIn>> = {
  form: { path: '/talk/5f0c2d7e-form', composer: 'textarea', button: '[type=submit]' },
  key: { path: '/', composer: '[role="textbox"]', button: null },
  socket: { path: '/', composer: 'textarea', button: 'button' },
  event: { path: '/', composer: '.ProseMirror', button: 'svg' },
  answer: { path: '/?chat=q7k2m9', composer: 'textarea', button: '[role="button"]' },
};

/** Five chat pages of ours that share nothing but the assistant, each a site of its own. */
export async function startChatPages(
  host = 'playground.localhost',
): Promise<Readonly<Record<ChatPageName, ChatSite>>> {
  const [form, key, socket, event, answer] = await Promise.all(
    [formSite, keySite, socketSite(), eventSite(), answerSite].map((parts) =>
      startChatSite(parts, host),
    ),
  );
  if (!form || !key || !socket || !event || !answer) throw new Error('a site is missing');
  return { form, key, socket, event, answer };
}

/** A page that no adapter can tell by itself: two fields, a button that is none, an answer in words of its own. */
export const odd = {
  start: (host: string): Promise<ChatSite> => startChatSite(oddSite, host),
  path: '/room/9d1e4c7a',
  composer: 'textarea[placeholder="What now?"]',
  button: 'footer b',
  reply: 'main blockquote',
};

const oddSite: SiteParts = {
  script: 'odd-page.ts',
  body: '<main style="margin-top:9em"></main><footer><textarea placeholder="What now?"></textarea><b>↵</b></footer><textarea placeholder="Notes of mine"></textarea>',
  async serve(request, response, chat) {
    if (request.url !== '/tell') return false;
    const { prompt } = await readJson(request);
    const words = await chat.take('the one', String(prompt));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ v: 2, trace: 'a1b2c3', x: { y: [{ z: words.join('') }] } }));
    return true;
  },
};

/** A page that asks its model at another origin, and tells a third one of every message. */
export const elsewhere = {
  async start(host: string): Promise<{ readonly page: ChatSite; readonly model: ChatSite }> {
    const model = await startChatSite(modelSite, host);
    const head = `<meta name="model" content="${model.origin}">`;
    return { model, page: await startChatSite({ ...elsewhereSite, head }, host) };
  },
  path: '/',
  composer: 'textarea',
  button: 'button',
  reply: '.assistant',
};

/** A page whose answers, and nothing else, call the talk by a number, which is that of the answer. */
export const counting = {
  start(host = 'playground.localhost'): Promise<ChatSite> {
    let answers = 0;
    return startChatSite(
      {
        ...elsewhereSite,
        serve: (...args) => serveModel(...args, { session_id: (answers += 1) }),
      },
      host,
    );
  },
};

const elsewhereSite: SiteParts = {
  script: 'elsewhere-page.ts',
  body: '<main></main><form><textarea></textarea><button>Send</button></form>',
  serve: () => Promise.resolve(false),
};

/** A model that takes requests from any page. */
const modelSite: SiteParts = {
  script: 'elsewhere-page.ts',
  body: '',
  async serve(request, response, chat) {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (!(await serveModel(request, response, chat))) response.end('{}');
    return true;
  },
};

async function serveModel(
  ...[request, response, chat, names = {}]: [...Parameters<SiteParts['serve']>, names?: object]
): Promise<boolean> {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return false;
  const { messages } = (await readJson(request)) as { messages: { content: string }[] };
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  const words = await chat.take('the one', messages.at(-1)?.content ?? '');
  const chunk = (delta: object, finish_reason: string | null): string =>
    `data: ${JSON.stringify({ ...names, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  for (const content of words) response.write(chunk({ content }, null));
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  return true;
}

/**
 * A NextChat that somebody hosts, as extension/platforms/nextchat/site.md has it: no id anywhere, and the talk is kept
 * by the page alone.
 */
export const nextchat = {
  start: (host: string): Promise<ChatSite> => startChatSite(nextchatSite, host),
  path: '/#/chat',
  composer: '#chat-input',
  button: '[class*="chat-input-send"]',
  turns: '.markdown-body',
};

const nextchatSite: SiteParts = {
  script: 'nextchat-page.ts',
  head:
    '<meta name="config" content="{&quot;buildMode&quot;:&quot;standalone&quot;,&quot;commitHash&quot;:&quot;abc&quot;}">' +
    '<script src="/serviceWorkerRegister.js" defer></script>',
  body: '<main class="chat_chat-body__1a2b"></main><footer><label class="chat_chat-input-panel-inner__3c"><textarea id="chat-input" rows="3"></textarea><button class="button_icon-button__4d chat_chat-input-send__5e">Send</button></label></footer>',
  async serve(request, response, chat) {
    if (request.url === '/serviceWorkerRegister.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
      return true;
    }
    if (request.url !== '/api/openai/v1/chat/completions') return false;
    const { stream, messages } = (await readJson(request)) as {
      stream: boolean;
      messages: { role: string; content: string }[];
    };
    const id = `chatcmpl-${Math.random()}`;
    if (!stream) {
      // A title for the talk.
      const message = { role: 'assistant', content: 'A talk' };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id, choices: [{ index: 0, message, finish_reason: 'stop' }] }));
      return true;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const words = await chat.take('the one', messages.at(-1)?.content ?? '');
    const chunk = (delta: object, finish_reason: string | null): string =>
      `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    for (const content of words) response.write(chunk({ content }, null));
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
    return true;
  },
};

/** A textarea in a form, OpenAI-style server-sent events, the id in the path. */
const formSite: SiteParts = {
  script: 'form-page.ts',
  body: '<main></main><form><textarea></textarea><input type="submit" value="Ask"></form>',
  async serve(request, response, chat) {
    const [, id = '', what] = /^\/talk\/([^/]+)\/(generate|said)$/.exec(request.url ?? '') ?? [];
    if (what === 'said') {
      const texts = chat.turns(id).map((turn) => turn.text);
      response.writeHead(200, { 'content-type': 'text/plain' }).end(texts.join('\u0000'));
    } else if (what === 'generate') {
      const { messages } = (await readJson(request)) as { messages: { content: string }[] };
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      const words = await chat.take(id, messages.at(-1)?.content ?? '');
      const chunk = (delta: object, finish_reason: string | null): string =>
        `data: ${JSON.stringify({ id: `gen-${chat.turns(id).length}`, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      for (const content of words) response.write(chunk({ content }, null));
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
    }
    return what !== undefined;
  },
};

/** An editable block, JSON lines, the id in the hash. */
const keySite: SiteParts = {
  script: 'key-page.ts',
  body: '<section></section><div role="textbox" aria-label="Message" contenteditable="true" style="white-space:pre-wrap;min-height:1em"></div>',
  async serve(request, response, chat) {
    if (request.url !== '/rpc') return false;
    const { prompt, thread_id } = await readJson(request);
    const words = await chat.take(String(thread_id), String(prompt));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const content of words) {
      response.write(
        `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`,
      );
    }
    const end = { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' };
    response.end(`${JSON.stringify(end)}\n`);
    return true;
  },
};

/** A WebSocket for everything; who talks is who holds the socket, and the server has one talk only. */
function socketSite(): SiteParts {
  return {
    script: 'socket-page.ts',
    body: '<ol></ol><textarea></textarea><button aria-label="Send message"><svg width="9" height="9"></svg></button>',
    serve: () => Promise.resolve(false),
    attach(server, chat) {
      new WebSocketServer({ server, path: '/live' }).on('connection', (socket) => {
        const tell = (what: object): void => socket.send(JSON.stringify(what));
        for (const { role, text } of chat.turns('the one')) tell({ type: 'said', role, text });
        socket.on('message', (data: Buffer) => {
          const told = JSON.parse(data.toString('utf8')) as { type: string; message?: string };
          if (told.type !== 'say') return tell({ type: 'pong' });
          void chat.take('the one', told.message ?? '').then((words) => {
            for (const text of words) tell({ type: 'token', text });
            tell({ type: 'done' });
          });
        });
      });
    },
  };
}

/** Answers requests of XMLHttpRequest over an EventSource that stays open. */
function eventSite(): SiteParts {
  const listeners = new Map<string, ServerResponse>();
  let conversations = 0;
  return {
    script: 'event-page.ts',
    body: '<article></article><aside></aside><span><svg width="9" height="9"></svg></span>',
    async serve(request, response, chat) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      const tab = searchParams.get('for') ?? '';
      if (pathname === '/events') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(': hello\n\n');
        listeners.set(tab, response);
      } else if (pathname === '/ask') {
        const { text, conversation_id } = await readJson(request);
        const id =
          typeof conversation_id === 'string'
            ? conversation_id
            : `talk-${(conversations += 1)}0001`;
        response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":true}');
        const words = await chat.take(id, String(text));
        const names = { conversation_id: id, message_id: `m-${chat.turns(id).length}` };
        const push = (name: string, data: object): void => {
          const named = { ...names, type: name, ...data };
          listeners.get(tab)?.write(`event: ${name}\ndata: ${JSON.stringify(named)}\n\n`);
        };
        for (const delta of words) push('piece', { delta });
        push('end', {});
      }
      return pathname !== '/';
    },
  };
}

/** The whole answer as one JSON document. */
const answerSite: SiteParts = {
  script: 'answer-page.ts',
  body: '<dl></dl><textarea></textarea><div role="button" tabindex="0">发送</div>',
  async serve(request, response, chat) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    if (pathname !== '/answer') return false;
    const { question } = await readJson(request);
    const words = await chat.take(searchParams.get('chat') ?? '', String(question));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, answer: words.join('') }, null, 2));
    return true;
  },
};
