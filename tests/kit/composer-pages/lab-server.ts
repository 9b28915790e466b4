import { build } from 'esbuild';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedText {
  readonly conversation: string;
  readonly messageId: string;
  readonly text: string;
  readonly atMs: number;
}

export interface LabServer {
  readonly origin: string;
  readonly received: readonly ReceivedText[];
  /**
   * Fault for sends. `status`: for all of them until it is taken away; once: a stream cut before its end, or one with
   * another content type, or with none.
   */
  next: { readonly status?: number; readonly cut?: boolean; readonly type?: string | null } | null;
  close(): Promise<void>;
}

interface Message {
  readonly message_id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A small chat site: any composer, fetch or XHR, OpenAI-style streams, a history, and a log of what came in. */
export async function startLabServer(): Promise<LabServer> {
  const script = await bundle('chat-app.ts');
  const received: ReceivedText[] = [];
  const histories = new Map<string, Message[]>();
  const plans = new Map<string, NonNullable<LabServer['next']>>();
  const historyOf = (id: string): Message[] => {
    const known = histories.get(id) ?? [];
    histories.set(id, known);
    return known;
  };
  const server = createServer((request, response) => void handle(request, response));
  const lab: LabServer = {
    origin: '',
    received,
    next: null,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://lab');
    const id = /conversations\/([^/]+)/.exec(pathname)?.[1] ?? '';
    if (pathname === '/app.js') return send(response, 'text/javascript', script);
    if (pathname === '/bytes') return sendBytes(response);
    if (pathname.endsWith('/messages')) return takeMessage(id, await bodyOf(request), response);
    if (pathname.startsWith('/api/')) {
      const messages = historyOf(id);
      return send(response, 'application/json', JSON.stringify({ messages, replying: null }));
    }
    // As on sites with a strict policy: an editor's HTML parser sees no inline styles then.
    if (request.url?.includes('strict')) {
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; connect-src 'self'",
      );
    }
    return send(response, 'text/html; charset=utf-8', PAGE);
  }

  function takeMessage(id: string, body: string, response: ServerResponse): void {
    const { message_id: messageId, text } = JSON.parse(body) as {
      message_id: string;
      text: string;
    };
    // Chromium repeats by itself a request that was answered with 408 on a line it had used before.
    const plan = lab.next ?? plans.get(messageId) ?? null;
    if (plan !== null) plans.set(messageId, plan);
    lab.next = null;
    received.push({ conversation: id, messageId, text, atMs: performance.now() });
    if (plan?.status !== undefined) {
      // Chromium by itself repeats a request that gets a 408 on a connection it used before.
      lab.next = plan;
      response.writeHead(plan.status, { 'content-type': 'application/json', 'retry-after': '7' });
      response.end(JSON.stringify({ error: { message: 'no' } }));
      return;
    }
    const replyId = `chatcmpl-${received.length}-${messageId.slice(0, 8)}`;
    const reply = `You said ${text.length} characters. ✓`;
    historyOf(id).push({ message_id: messageId, role: 'user', text });
    historyOf(id).push({ message_id: replyId, role: 'assistant', text: reply });
    const type = plan?.type === undefined ? 'text/event-stream' : plan.type;
    response.writeHead(200, type === null ? {} : { 'content-type': type });
    const chunk = (delta: object, finish: string | null): string =>
      `data: ${JSON.stringify({ id: replyId, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    response.write(chunk({ role: 'assistant', content: '' }, null));
    for (const character of reply) response.write(chunk({ content: character }, null));
    // Not before the browser has it: it repeats a request by itself when no byte of an answer came.
    if (plan?.cut === true)
      response.write(': cut\n\n', () => setTimeout(() => response.destroy(), 50));
    else response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(lab, { origin: `http://playground.localhost:${port}` });
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lab</title></head>
<body><main id="turns"></main><p id="error"></p>
<form onsubmit="return false"><div id="composer"></div><button type="button" aria-label="Send">↑</button></form>
<script type="module" src="/app.js"></script></body></html>`;

/** A body with a character cut in two by a chunk. */
function sendBytes(response: ServerResponse): void {
  const bytes = Buffer.from('data: {"text":"日本語"}\n\n');
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-lab': 'kept' });
  response.write(bytes.subarray(0, 17));
  setImmediate(() => response.end(bytes.subarray(17)));
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Bundles one file of this folder, or of the extension, for a browser. */
export async function bundle(file: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const result = await build({
    entryPoints: [new URL(file, import.meta.url).pathname],
    bundle: true,
    write: false,
    format,
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return result.outputFiles[0]?.text ?? '';
}
