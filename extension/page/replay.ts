import { bare, nothing, settle, unbound } from './natives.ts';
import type { RequestBook } from './request-book.ts';

/**
 * Makes the page's send again with another address and body. To be made once `fetch` and bodies are watched, and
 * before any script of the page runs: it goes the way the page's own requests go.
 */
export function makeReplayer({ lastHeaders }: RequestBook): (url: string, body: string) => void {
  const send = fetch.bind(window);
  const read = unbound(Response, 'text');
  return (url, body) => {
    const init = bare({ method: 'POST', headers: lastHeaders['POST'] ?? [], body });
    // The watchers tell what becomes of it.
    void settle(send(url, init), (answer) => void settle(read(answer), nothing, nothing), nothing);
  };
}
