import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';

import type { Turn } from '../../../playground/chat-turn.ts';
import { composeReply } from '../../../playground/scripted-assistant.ts';

/** The tasks of a page's server with a message, in its own words. */
export interface SiteChat {
  /** Takes a message: logs it, and gives the reply's words once the test lets it be given. */
  readonly take: (conversation: string, text: string) => Promise<readonly string[]>;
  readonly turns: (conversation: string) => readonly Turn[];
}

/** One server with one page, both of ours. */
export interface ChatSite {
  readonly origin: string;
  /** Every message that came in, in order, whatever conversation it was for. */
  readonly received: readonly string[];
  /** Replies wait until the returned function is called. */
  readonly hold: () => () => void;
  readonly close: () => Promise<void>;
}

export interface SiteParts {
  /** The page's script, a file of `pages/`. */
  readonly script: string;
  readonly body: string;
  /** Further content of its head. */
  readonly head?: string;
  /** False: not for this part; the page is served then. */
  readonly serve: (
    request: IncomingMessage,
    response: ServerResponse,
    chat: SiteChat,
  ) => Promise<boolean>;
  readonly attach?: (server: ReturnType<typeof createServer>, chat: SiteChat) => void;
}

/** The scripted assistant of the playground behind a page that nobody wrote an adapter for. */
export async function startChatSite(parts: SiteParts, host: string): Promise<ChatSite> {
  const script = await bundlePage(parts.script);
  const received: string[] = [];
  const histories = new Map<string, Turn[]>();
  let gate: Promise<void> | null = null;

  const turnsOf = (id: string): Turn[] => {
    const turns = histories.get(id) ?? [];
    histories.set(id, turns);
    return turns;
  };
  const add = (id: string, role: Turn['role'], text: string): void => {
    const turns = turnsOf(id);
    const parentId = turns.at(-1)?.id ?? null;
    const turn = { id: `${id}.${turns.length + 1}`, role, text, parentId };
    turns.push({ ...turn, createdAtMs: 0, failed: false });
  };
  const chat: SiteChat = {
    turns: turnsOf,
    async take(id, text) {
      received.push(text);
      add(id, 'user', text);
      const { text: reply } = composeReply(turnsOf(id));
      await gate;
      add(id, 'assistant', reply);
      return reply.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
    },
  };

  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chat</title>${parts.head ?? ''}</head>
<body>${parts.body}<script type="module" src="/page.js"></script></body></html>`;
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else if (!(await parts.serve(request, response, chat))) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    }
  }
  parts.attach?.(server, chat);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    received,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = null;
        resolve();
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>;
}

async function bundlePage(file: string): Promise<string> {
  const result = await build({
    entryPoints: [new URL(`pages/${file}`, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return result.outputFiles[0]?.text ?? '';
}
