import type { KeptHeaders } from './kept-headers.ts';
import { bare, nothing, settle, unbound } from './natives.ts';

export type Replayer = (like: string, url: string, body: string) => void;

/**
 * Makes the page's send to the address `like` again with another address and body; where no such send was seen it does
 * nothing. To be made once `fetch` and bodies are watched, and before any script of the page runs: it goes the way the
 * page's own requests go.
 */
export function makeReplayer({ ofSendTo }: KeptHeaders): Replayer {
  const send = fetch.bind(window);
  const read = unbound(Response, 'text');
  return (like, url, body) => {
    const headers = ofSendTo(like);
    if (!headers) return;
    const init = bare({ method: 'POST', headers, body });
    // The watchers tell what becomes of it.
    void settle(send(url, init), (answer) => void settle(read(answer), nothing, nothing), nothing);
  };
}
