import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { build } from 'esbuild';
import { WebSocketServer } from 'ws';

/** A request, or a text over a WebSocket, that the site received. */
export interface Arrived {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** A site whose every answer says where it is from, and that keeps what came in. */
export interface TapSite {
  readonly origin: string;
  readonly arrived: readonly Arrived[];
  close(): Promise<void>;
}

/** Returns the site's answer to a request; a redirect leads to `to`, and a page has the script in it. */
export const answerFrom = ({ method, url }: Pick<Arrived, 'method' | 'url'>): string =>
  `data: ${JSON.stringify({ from: `${method} ${url}` })}\n\n`;

export async function startTapSite(script = ''): Promise<TapSite> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers, rawHeaders } = request;
    const url = `http://${headers.host}${request.url}`;
    const body = (await buffer(request)).toString('utf8');
    const { pathname, searchParams } = new URL(url);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    response.setHeader('cache-control', 'no-store');
    if (method === 'OPTIONS' || pathname === '/favicon.ico') return void response.end();
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html');
      return void response.end(`<!doctype html><script>${script}</script><body>`);
    }
    arrived.push({ method, url, headers: rawHeaders, body });
    if (searchParams.has('slow')) return;
    const to = searchParams.get('to');
    if (to !== null) {
      response.writeHead(Number(searchParams.get('status')), { location: to });
      return void response.end();
    }
    const whole = answerFrom({ method, url });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(whole.slice(0, 9));
    setImmediate(() => {
      response.write(whole.slice(9));
      // An EventSource would come back for more.
      if (pathname !== '/events' && !searchParams.has('open')) response.end();
    });
  }

  new WebSocketServer({ server }).on('connection', (socket, { url: path, headers }) => {
    const url = `ws://${headers.host}${path}`;
    socket.on('message', (data: Buffer, isBinary) => {
      const method = isBinary ? 'BINARY' : 'TEXT';
      arrived.push({ method, url, headers: [], body: data.toString('utf8') });
      socket.send(answerFrom({ method, url }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    arrived,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A file of this folder, to stand in a page's script. */
export async function scriptOf(file: string): Promise<string> {
  const entry = new URL(file, import.meta.url).pathname;
  const built = await build({ entryPoints: [entry], bundle: true, write: false, format: 'iife' });
  return (built.outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}
