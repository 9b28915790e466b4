import { rethrow } from './body-reading.ts';
import {
  bare,
  getterOf,
  intercept,
  isFrom,
  matches,
  type Native,
  nothing,
  SafePromise,
  settle,
  statusOf,
} from './natives.ts';
import { isStream } from './plain-body.ts';
import { bodyIn, type PlainRequest, plainRequest } from './plain-request.ts';
import { headerOf, type RequestRegistry } from './request-registry.ts';
import type { SendGate } from './send-gate.ts';
import type { TapPort } from './tap-port.ts';
import type { WatchedBodies } from './watched-bodies.ts';

const headersOf = getterOf<Headers>(Response, 'headers');
const TEXT = /json|text/;
/** Said of anything. Other bodies are not looked at. */
const UNTOLD = /^$|octet-stream/;

/** Watches `fetch`; while the gate is armed, a send leaves only when it is let go. */
export function tapFetch(
  { post }: TapPort,
  book: RequestRegistry,
  gate: SendGate,
  bodies: WatchedBodies,
): void {
  const watched = (answer: Promise<Response>, id: number, request: Request): Promise<Response> =>
    settle(
      answer,
      (response) => {
        // Redirected, or not the browser's own: the page may have it, but it is no answer to this request.
        // guard: answer-address
        if (!isFrom(response, request)) {
          post({ kind: 'failed', id });
          return response;
        }
        const headers = headersOf(response);
        book.respond(id, statusOf(response), (name) => headerOf(headers, name));
        const type = headerOf(headers, 'content-type') ?? '';
        const isText = statusOf(response) >= 400 || matches(TEXT, type);
        if (isText || matches(UNTOLD, type)) bodies.watch(response, bare({ id, isText }));
        return response;
      },
      (reason) => {
        post({ kind: 'failed', id });
        return rethrow(reason);
      },
    );

  intercept(window, 'fetch', (native: Native<Promise<Response>>, self, args) => {
    let sent: PlainRequest;
    try {
      sent = plainRequest(args);
    } catch (reason) {
      return new SafePromise<Response>((_resolve, reject) => reject(reason));
    }
    const { request, body } = sent;
    const leave = (): Promise<Response> => native(self, [request]); // guard: sent-as-examined
    // To look at a stream would use it up.
    const isHeld = isStream(body) ? null : book.examine(request);
    if (isHeld === null) {
      if (!isStream(body)) book.pass(request, body);
      return leave();
    }
    const said = bodyIn(request, body);
    const answer = isHeld ? null : leave();
    // It may fail before it is announced; the page hears of that from the promise it is given.
    if (answer) void settle(answer, nothing, nothing);
    return book.announce(request, said, isHeld, (id) =>
      answer
        ? watched(answer, id, request)
        : new SafePromise<Response>((resolve, reject) =>
            gate.hold(id, (go) =>
              go
                ? resolve(watched(leave(), id, request))
                : reject(new TypeError('Failed to fetch')),
            ),
          ),
    );
  });
}
