import type { BeginReading } from './body-reading.ts';
import {
  addressOf,
  bare,
  cut,
  getterOf,
  headersOf,
  intercept,
  isTakenBy,
  methodOf,
  nothing,
  on,
  plain,
  privateMap,
  SafeRequest,
  unbound,
  urlOf,
} from './natives.ts';
import { keptBody, plainBody } from './plain-body.ts';
import { bodyIn } from './plain-request.ts';
import type { RequestRegistry } from './request-registry.ts';
import type { SendGate } from './send-gate.ts';
import type { TapPort } from './tap-port.ts';

/** Request that an XMLHttpRequest was opened for last. */
interface Opened {
  /** With the headers that were set, without a body. */
  readonly request: Request;
  /** As the page wrote their names. */
  setHeaders: () => void;
  isSent: boolean;
  isHeld: boolean;
}

const open = unbound(XMLHttpRequest, 'open');
const setHeader = unbound(XMLHttpRequest, 'setRequestHeader');
const sendNow = unbound(XMLHttpRequest, 'send');
const readyState = getterOf<number>(XMLHttpRequest, 'readyState');
const statusOf = getterOf<number>(XMLHttpRequest, 'status');
const responseUrl = getterOf<string>(XMLHttpRequest, 'responseURL');
const responseType = getterOf<string>(XMLHttpRequest, 'responseType');
const responseText = getterOf<string>(XMLHttpRequest, 'responseText');
const responseHeader = unbound(XMLHttpRequest, 'getResponseHeader');
const append = unbound(Headers, 'append');
const isDocument = getterOf<string>(Document, 'URL');
const SafeError = DOMException;
const OPENED = 1;

/** No such blob can exist: a request for it fails like a broken network, with every event in its place. */
const NOWHERE = 'blob:null/refused';

/** Watches XMLHttpRequest, if asynchronous, the way `tapFetch` watches fetch. Answers that are no text are not read. */
export function tapXhr(
  { post }: TapPort,
  book: RequestRegistry,
  gate: SendGate,
  begin: BeginReading,
): void {
  const openedBy = privateMap<object, Opened | undefined>();
  const recoded = privateMap<object, true>();

  const follow = (xhr: XMLHttpRequest, opened: Opened, id: number): void => {
    const reading = begin(bare({ id, isText: true }));
    let told = 0;
    let isAnswered = false;
    let isOver = false;
    /** Not where it is redirected, and not once the page has opened it anew. */
    const isAnswer = (): boolean =>
      // guard: opened-anew
      openedBy.get(xhr) === opened && responseUrl(xhr) === addressOf(opened.request);
    const hear = (): void => {
      if (!isAnswer()) return;
      if (!isAnswered) {
        isAnswered = true;
        book.respond(id, statusOf(xhr), (name) => responseHeader(xhr, name));
      }
      const type = responseType(xhr);
      if (readyState(xhr) < 3 || recoded.get(xhr) || (type && type !== 'text')) return;
      const text = responseText(xhr);
      reading.text(cut(text, told));
      told = text.length;
    };
    const finish = (how: 'complete' | 'cut'): void => {
      if (!isAnswered && !isOver) post({ kind: 'failed', id });
      isOver = true;
      reading.end(isAnswer() ? how : 'cut');
    };
    on(xhr, 'readystatechange', hear);
    // Firefox keeps address and status of an answer that broke off: nothing but this event tells a whole one.
    on(xhr, 'load', () => finish('complete'));
    on(xhr, 'loadend', () => finish('cut'));
    // It can have been answered before it was announced.
    hear();
    if (openedBy.get(xhr) !== opened || readyState(xhr) === 0 || readyState(xhr) === 4)
      finish(statusOf(xhr) > 0 ? 'complete' : 'cut');
  };
  /** Opens it anew with what was examined: no other realm's methods can have changed that. It tells the page nothing. */
  const sendExamined = (xhr: XMLHttpRequest, opened: Opened, body: unknown): void => {
    open(xhr, methodOf(opened.request), urlOf(opened.request), true);
    opened.setHeaders();
    sendNow(xhr, body as XMLHttpRequestBodyInit);
  };
  const canSend = (xhr: XMLHttpRequest, opened: Opened): boolean =>
    openedBy.get(xhr) === opened && readyState(xhr) === OPENED;
  const sendNowhere = (xhr: XMLHttpRequest): void => {
    open(xhr, 'GET', NOWHERE, true);
    sendNow(xhr);
  };

  intercept(XMLHttpRequest, 'open', (native, self, args) => {
    let opened: Opened | undefined;
    if (args.length > 1) {
      const method = (args[0] = plain(args[0]));
      const address = (args[1] = plain(args[1]));
      // A synchronous request cannot wait for a verdict; none has been seen to carry a message, or a password.
      if (args.length < 3 || (args[2] && !(args[3] ?? args[4]))) {
        try {
          const request = new SafeRequest(address, bare({ method }));
          opened = { request, setHeaders: nothing, isSent: false, isHeld: false };
        } catch {
          // The built-in refuses it as well.
        }
      }
    }
    native();
    openedBy.set(self as XMLHttpRequest, opened);
  });
  intercept(XMLHttpRequest, 'setRequestHeader', (native, self, args) => {
    const opened = openedBy.get(self as XMLHttpRequest);
    if (!opened || opened.isSent || args.length < 2) return native();
    const name = (args[0] = plain(args[0]));
    const value = (args[1] = plain(args[1]));
    native();
    append(headersOf(opened.request), name, value);
    const { setHeaders } = opened;
    opened.setHeaders = () => {
      setHeaders();
      setHeader(self as XMLHttpRequest, name, value);
    };
    return undefined;
  });
  intercept(XMLHttpRequest, 'send', (native, self, args) => {
    const xhr = self as XMLHttpRequest;
    const opened = openedBy.get(xhr);
    const isHeld = opened ? book.examine(opened.request) : null;
    if (!opened || isHeld === null || isTakenBy(isDocument, args[0])) {
      if (opened && typeof args[0] === 'string') book.pass(opened.request, args[0]);
      return native();
    }
    const { request } = opened;
    const body = methodOf(request) === 'GET' ? null : keptBody(plainBody(args[0]));
    if (opened.isHeld) throw new SafeError('', 'InvalidStateError');
    if (opened.isSent || !canSend(xhr, opened)) return native(xhr, [body]);
    const said = bodyIn(request, body);
    opened.isSent = true;
    opened.isHeld = isHeld;
    if (!isHeld) sendExamined(xhr, opened, body); // guard: opened-as-examined
    return book.announce(request, said, isHeld, (id) => {
      if (!isHeld) return follow(xhr, opened, id);
      return gate.hold(id, (go) => {
        opened.isHeld = false;
        if (!canSend(xhr, opened)) {
          if (go) post({ kind: 'expired', id });
        } else if (go) {
          follow(xhr, opened, id);
          sendExamined(xhr, opened, body);
        } else sendNowhere(xhr);
      });
    });
  });
  // In another charset the site's bytes may say what the site never did.
  intercept(XMLHttpRequest, 'overrideMimeType', (native, self) => {
    recoded.set(self as XMLHttpRequest, true);
    native();
  });
  intercept(XMLHttpRequest, 'abort', (native, self) => {
    const xhr = self as XMLHttpRequest;
    if (openedBy.get(xhr)?.isHeld) {
      // To the page it is under way: it hears of its end as of any other's.
      openedBy.set(xhr, undefined);
      sendNowhere(xhr);
    }
    native();
  });
}
