import { once } from 'node:events';
import { createServer } from 'node:http';

/** In every page that it answers for, and in none of ours. */
export const OWNED = 'A stranger’s page';

const SCRIPT = `
  const keep = () => navigator.serviceWorker.register('/left.js').catch(() => undefined);
  setInterval(keep, 50);
  keep().then(() => navigator.serviceWorker.ready).then(() => (document.title = 'left'));
`;

const WORKER = `
  const page = () => new Response('<!doctype html><h1>${OWNED}</h1>', {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  addEventListener('install', (event) => event.waitUntil(skipWaiting()));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(page()));
`;

/**
 * Another user's program at the conductor's port, while no conductor runs: its page leaves a service worker that answers for
 * every address of that name, pages that a browser keeps, and goes on trying.
 */
export async function squatPort(port: number): Promise<{ readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/left.js';
    response.writeHead(200, {
      'content-type': `${isWorker ? 'text/javascript' : 'text/html'}; charset=utf-8`,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    response.end(isWorker ? WORKER : `<!doctype html><h1>${OWNED}</h1><script>${SCRIPT}</script>`);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
