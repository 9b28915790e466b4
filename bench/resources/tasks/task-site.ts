import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Episode } from './task.ts';

/** Milliseconds that the page may take to report the outcome of the last act. */
const LAST_WORD_MS = 3_000;

export interface TaskSite {
  /** Where a page is shown that nobody has seen yet, and how it ended once it was solved; null: it never did. */
  show(episode: Episode): {
    readonly url: string;
    readonly ended: () => Promise<boolean | null>;
  };
  stop(): void;
}

export async function startTaskSite(): Promise<TaskSite> {
  const pages: string[] = [];
  const ends: PromiseWithResolvers<boolean>[] = [];
  const server = createServer(({ url = '/' }, response) => {
    const [, page, isRight] = /^\/done\/(\d+)\/(true|false)$/.exec(url) ?? [];
    if (page !== undefined) ends[Number(page)]?.resolve(isRight === 'true');
    const html = pages[Number(url.slice(1))];
    response.writeHead(html === undefined && page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    show({ asks, body }) {
      const end = Promise.withResolvers<boolean>();
      const at = ends.push(end) - 1;
      const done = `<script>function done(isRight) { fetch('/done/${at}/' + Boolean(isRight), { method: 'POST' }); }</script>`;
      pages.push(`<!doctype html><title>Task</title>${done}<p>${asks}</p>${body}`);
      return {
        url: `${origin}/${at}`,
        ended() {
          const late = Promise.withResolvers<null>();
          const timer = setTimeout(() => late.resolve(null), LAST_WORD_MS);
          return Promise.race([end.promise, late.promise]).finally(() => clearTimeout(timer));
        },
      };
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
