import type { PageRequest, RequestBook } from './page-request.ts';
import { resolveUrl } from './page-request.ts';
import { rethrow } from './body-reading.ts';
import {
  apply,
  bare,
  cut,
  getterOf,
  intercept,
  SafePromise,
  settle,
  unbound,
  upperCase,
} from './natives.ts';
import { bodyText, whenText } from './request-body.ts';
import type { SendGate } from './send-gate.ts';
import type { WatchedBodies } from './watched-bodies.ts';

type Fetch = (...args: unknown[]) => Promise<Response>;

const requestUrl = getterOf<string>(Request.prototype, 'url');
const requestMethod = getterOf<string>(Request.prototype, 'method');
const requestHeaders = getterOf<Headers>(Request.prototype, 'headers');
const cloneRequest = unbound(Request.prototype, 'clone');
const requestText = unbound(Request.prototype, 'text');
const responseStatus = getterOf<number>(Response.prototype, 'status');
const responseOk = getterOf<boolean>(Response.prototype, 'ok');
const responseHeaders = getterOf<Headers>(Response.prototype, 'headers');
const cloneResponse = unbound(Response.prototype, 'clone');
const responseText = unbound(Response.prototype, 'text');
const headerOf = unbound(Headers.prototype, 'get');
const eachHeader = unbound(Headers.prototype, 'forEach');
const SafeHeaders = Headers;
const SafeTypeError = TypeError;

const REFUSAL_LIMIT = 4_096;

/** Watches `fetch`; while the gate is armed, a send leaves only when it is let go. */
export function tapFetch(book: RequestBook, gate: SendGate, bodies: WatchedBodies): void {
  const watchAnswer = (answer: Promise<Response>, id: number): Promise<Response> =>
    settle(
      answer,
      (response) => {
        const headers = responseHeaders(response);
        book.respond(id, responseStatus(response), (name) => headerOf(headers, name));
        bodies.watch(response, id);
        if (!responseOk(response)) tellRefusal(response, id);
        return response;
      },
      (reason) => {
        book.fail(id);
        return rethrow(reason);
      },
    );
  const tellRefusal = (response: Response, id: number): void => {
    const copy = cloneResponse(response); // An error page is short, and the page may never read it.
    const tell = (body: string): void => book.refusal(id, cut(body, 0, REFUSAL_LIMIT));
    void settle(responseText(copy), tell, () => tell(''));
  };

  intercept(window, 'fetch', (target: Fetch, self, args: unknown[]) => {
    const request = describe(args);
    const interest = request === null ? null : book.interestIn(request);
    if (request === null || interest === null) return apply(target, self, args);
    const body = interest === 'send' ? sentText(args) : null;

    if (interest === 'send' && gate.isArmed()) {
      return new SafePromise((resolve, reject) => {
        whenText(body, (text) => {
          const id = book.announce(request, text, true);
          gate.hold(id, (go) => {
            if (go) resolve(watchAnswer(apply(target, self, args), id));
            else reject(new SafeTypeError('Failed to fetch'));
          });
        });
      });
    }
    const answer = apply(target, self, args);
    if (typeof body !== 'object' || body === null) {
      return watchAnswer(answer, book.announce(request, body, false));
    }
    void settle(answer, nothing, nothing); // It may fail before its body is read; the page still hears of it.
    return new SafePromise((resolve) => {
      whenText(body, (text) => resolve(watchAnswer(answer, book.announce(request, text, false))));
    });
  });
}

/** Null when the built-in would not make a request of these arguments either. */
function describe(args: readonly unknown[]): PageRequest | null {
  const input = args[0];
  const init = initOf(args);
  try {
    const request = isRequest(input) ? input : null;
    const url = resolveUrl(request === null ? String(input) : requestUrl(request));
    if (url === null) return null;
    const method = init.method ?? (request === null ? 'GET' : requestMethod(request));
    const headers = new SafeHeaders(
      init.headers ?? (request === null ? [] : requestHeaders(request)),
    );
    return {
      url,
      method: upperCase(String(method)),
      headerNames: namesOf(headers),
      authorization: headerOf(headers, 'authorization'),
    };
  } catch {
    return null; // The built-in rejects what cannot be read, with its own error.
  }
}

/** By what the built-in getter accepts: `instanceof` is the page's to change. */
function isRequest(value: unknown): value is Request {
  try {
    return typeof value === 'object' && requestUrl(value) !== '';
  } catch {
    return false;
  }
}

function initOf(args: readonly unknown[]): RequestInit {
  const init = args[1];
  return typeof init === 'object' && init !== null ? init : bare({});
}

function sentText(args: readonly unknown[]): Promise<string | null> | string | null {
  const { body } = initOf(args);
  if (body !== undefined && body !== null) return bodyText(body);
  try {
    const input = args[0];
    return isRequest(input) ? requestText(cloneRequest(input)) : null;
  } catch {
    return null; // Its body is used up: the built-in refuses it.
  }
}

function namesOf(headers: Headers): string {
  let names = '';
  eachHeader(headers, (_value, name) => {
    names += names === '' ? name : `,${name}`;
  });
  return names;
}

function nothing(): void {
  // Somebody else handles it.
}
