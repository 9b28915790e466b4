import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { BundledPage } from './bundle-page.ts';
import { loadPackageOf } from './install-packages.ts';
import { json } from './answer.ts';
import { Model, RefusedByModel } from './model.ts';
import type { ZooPage } from './zoo-page.ts';

export interface ServedPage {
  /** Where a person opens it. */
  readonly url: string;
  readonly host: string;
  readonly model: Model;
  readonly close: () => Promise<void>;
}

/** Serves a page at a port of its own, so that each is a site of its own. */
export async function servePage(
  page: ZooPage,
  { script, style }: BundledPage,
  hostname: string,
): Promise<ServedPage> {
  const model = new Model();
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Chat</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css"></head>
<body>${page.body ?? '<div id="root"></div>'}<script type="module" src="/page.js"></script></body></html>`;
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/page.js': ['text/javascript', script],
    '/page.css': ['text/css', style],
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [type, text] = files[request.url ?? ''] ?? [];
    if (type !== undefined) {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
    } else if (!(await page.serve(request, response, model))) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof RefusedByModel) {
        json(response, { error: error.message }, 500);
        return;
      }
      console.error(`${page.name}: ${String(error)}`);
      response.destroy();
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await page.attach?.(server, model, (name) => loadPackageOf(page.name, name));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `${hostname}:${port}`;
  return {
    url: `http://${host}${page.path}`,
    host,
    model,
    async close() {
      server.close();
      // Those that became a WebSocket too, which the server counts no longer and yet waits for.
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
