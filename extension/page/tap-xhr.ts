import type { PageRequest, RequestBook } from './page-request.ts';
import { resolveUrl } from './page-request.ts';
import {
  apply,
  cut,
  getterOf,
  intercept,
  lowerCase,
  on,
  privateMap,
  unbound,
  upperCase,
} from './natives.ts';
import type { BodyReading } from './body-reading.ts';
import { bodyText, whenText } from './request-body.ts';
import type { SendGate } from './send-gate.ts';

interface OpenedRequest {
  readonly method: string;
  readonly address: string;
  readonly isAsync: boolean;
  headerNames: string;
  authorization: string | null;
  /** Aborted while it was held: it must not leave after all. */
  aborted: boolean;
}

type Native<Result = void> = (...args: unknown[]) => Result;

const { prototype } = XMLHttpRequest;
const open = unbound(prototype, 'open');
const readyState = getterOf<number>(prototype, 'readyState');
const status = getterOf<number>(prototype, 'status');
const responseType = getterOf<string>(prototype, 'responseType');
const responseText = getterOf<string>(prototype, 'responseText');
const response = getterOf<unknown>(prototype, 'response');
const responseHeader = unbound(prototype, 'getResponseHeader');
const SafeArrayBuffer = ArrayBuffer;

/** No such blob can exist: a request for it fails like a broken network, with every event in its place. */
const NOWHERE = 'blob:null/refused';
const REFUSAL_LIMIT = 4_096;

/** Watches XMLHttpRequest the way `tapFetch` watches fetch. */
export function tapXhr(
  book: RequestBook,
  gate: SendGate,
  begin: (id: number) => BodyReading,
): void {
  const opened = privateMap<object, OpenedRequest>();

  intercept(prototype, 'open', (target: Native, self, args: unknown[]) => {
    opened.set(self as XMLHttpRequest, {
      method: upperCase(String(args[0])),
      address: String(args[1]),
      isAsync: args.length < 3 || Boolean(args[2]),
      headerNames: '',
      authorization: null,
      aborted: false,
    });
    apply(target, self, args);
  });
  intercept(prototype, 'setRequestHeader', (target: Native, self, args: unknown[]) => {
    apply(target, self, args);
    const request = opened.get(self as XMLHttpRequest);
    if (request === undefined) return;
    const name = lowerCase(String(args[0]));
    request.headerNames += request.headerNames === '' ? name : `,${name}`;
    if (name === 'authorization') request.authorization = String(args[1]);
  });
  intercept(prototype, 'abort', (target: Native, self, args: unknown[]) => {
    const request = opened.get(self as XMLHttpRequest);
    if (request !== undefined) request.aborted = true;
    apply(target, self, args);
  });
  intercept(prototype, 'send', (target: Native, self, args: unknown[]) => {
    const xhr = self as XMLHttpRequest;
    const record = opened.get(xhr);
    const request = record === undefined ? null : described(record);
    const interest = request === null ? null : book.interestIn(request);
    if (record === undefined || request === null || interest === null) {
      apply(target, self, args);
      return;
    }
    if (interest === 'send' && gate.isArmed()) {
      if (!record.isAsync) open(xhr, record.method, NOWHERE, false); // It cannot wait, so it may not leave.
      if (record.isAsync) hold(xhr, record, request, () => apply(target, self, args), args[0]);
      else apply(target, self, args);
      return;
    }
    whenText(interest === 'send' ? bodyText(args[0]) : null, (text) => {
      follow(xhr, book.announce(request, text, false));
    });
    apply(target, self, args);
  });

  const hold = (
    xhr: XMLHttpRequest,
    record: OpenedRequest,
    request: PageRequest,
    send: () => void,
    body: unknown,
  ): void => {
    whenText(bodyText(body), (text) => {
      const id = book.announce(request, text, true);
      gate.hold(id, (go) => {
        if (record.aborted) {
          book.fail(id);
          return;
        }
        if (go) follow(xhr, id);
        else open(xhr, 'GET', NOWHERE, true);
        send();
      });
    });
  };

  const follow = (xhr: XMLHttpRequest, id: number): void => {
    const reading = begin(id);
    let toldLength = 0;
    let answered = false;
    const tell = (): void => {
      if (!answered && readyState(xhr) >= 2 && status(xhr) > 0) {
        answered = true;
        book.respond(id, status(xhr), (name) => responseHeader(xhr, name));
      }
      const type = responseType(xhr);
      if (readyState(xhr) < 3 || (type !== '' && type !== 'text')) return;
      const text = responseText(xhr);
      reading.text(cut(text, toldLength));
      toldLength = text.length;
    };
    const over = (how: 'complete' | 'cut') => (): void => {
      tell();
      const body = response(xhr);
      if (responseType(xhr) === 'arraybuffer' && body instanceof SafeArrayBuffer)
        reading.bytes(body);
      if (!answered) book.fail(id);
      else if (status(xhr) >= 400) book.refusal(id, cut(String(body), 0, REFUSAL_LIMIT));
      reading.end(how);
    };
    on(xhr, 'readystatechange', tell);
    on(xhr, 'progress', tell);
    on(xhr, 'load', over('complete'));
    on(xhr, 'error', over('cut'));
    on(xhr, 'abort', over('cut'));
    on(xhr, 'timeout', over('cut'));
  };
}

function described(record: OpenedRequest): PageRequest | null {
  const { method, headerNames, authorization } = record;
  const url = resolveUrl(record.address);
  return url === null ? null : { url, method, headerNames, authorization };
}
