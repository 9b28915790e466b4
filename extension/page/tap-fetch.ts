import { rethrow } from './body-reading.ts';
import {
  getterOf,
  intercept,
  matches,
  type Native,
  nothing,
  SafePromise,
  settle,
  statusOf,
} from './natives.ts';
import { headerOf, type RequestBook } from './request-book.ts';
import type { SendGate } from './send-gate.ts';
import type { TapPort } from './tap-port.ts';
import type { WatchedBodies } from './watched-bodies.ts';

const headersOf = getterOf<Headers>(Response, 'headers');
/** Bodies that are no text are not looked at. */
const READABLE = /json|text/;

/** Watches `fetch`; while the gate is armed, a send leaves only when it is let go. */
export function tapFetch(
  { post }: TapPort,
  book: RequestBook,
  gate: SendGate,
  bodies: WatchedBodies,
): void {
  const watched = (answer: Promise<Response>, id: number): Promise<Response> =>
    settle(
      answer,
      (response) => {
        const headers = headersOf(response);
        book.respond(id, statusOf(response), (name) => headerOf(headers, name));
        const type = headerOf(headers, 'content-type') ?? '';
        if (statusOf(response) >= 400 || matches(READABLE, type)) bodies.watch(response, id);
        return response;
      },
      (reason) => {
        post({ kind: 'failed', id });
        return rethrow(reason);
      },
    );

  intercept(window, 'fetch', (leave: Native<Promise<Response>>, _self, args) => {
    const examined = book.examine(args[0], args[1] as RequestInit | undefined);
    if (!examined) return leave();
    const answer = examined.isHeld ? null : leave();
    // It may fail before it is announced; the page hears of that from the promise it is given.
    if (answer) void settle(answer, nothing, nothing);
    return book.announce(examined, (id) =>
      answer
        ? watched(answer, id)
        : new SafePromise<Response>((resolve, reject) =>
            gate.hold(id, (go) =>
              go ? resolve(watched(leave(), id)) : reject(new TypeError('Failed to fetch')),
            ),
          ),
    );
  });
}
