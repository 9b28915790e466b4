import type { BodyReading } from './body-reading.ts';
import { cut, getterOf, intercept, on, privateMap, unbound } from './natives.ts';
import type { RequestBook } from './request-book.ts';
import type { SendGate } from './send-gate.ts';
import type { TapPort } from './tap-port.ts';

interface OpenedRequest {
  readonly address: unknown;
  readonly init: { readonly method: string; readonly headers: Headers };
}

const open = unbound(XMLHttpRequest, 'open');
const readyState = getterOf<number>(XMLHttpRequest, 'readyState');
const statusOf = getterOf<number>(XMLHttpRequest, 'status');
const responseType = getterOf<string>(XMLHttpRequest, 'responseType');
const responseText = getterOf<string>(XMLHttpRequest, 'responseText');
const responseHeader = unbound(XMLHttpRequest, 'getResponseHeader');
const append = unbound(Headers, 'append');
const SafeHeaders = Headers;

/** No such blob can exist: a request for it fails like a broken network, with every event in its place. */
const NOWHERE = 'blob:null/refused';

/** Watches XMLHttpRequest, if asynchronous, the way `tapFetch` watches fetch. Answers that are no text are not read. */
export function tapXhr(
  { post }: TapPort,
  book: RequestBook,
  gate: SendGate,
  begin: (id: number) => BodyReading,
): void {
  const opened = privateMap<object, OpenedRequest>();

  const follow = (xhr: XMLHttpRequest, id: number): void => {
    const reading = begin(id);
    let told = 0;
    let answered = false;
    on(xhr, 'readystatechange', () => {
      if (!answered && statusOf(xhr)) {
        answered = true;
        book.respond(id, statusOf(xhr), (name) => responseHeader(xhr, name));
      }
      const type = responseType(xhr);
      if (readyState(xhr) < 3 || (type && type !== 'text')) return;
      const text = responseText(xhr);
      reading.text(cut(text, told));
      told = text.length;
    });
    on(xhr, 'loadend', () => {
      if (!answered) post({ kind: 'failed', id });
      reading.end(statusOf(xhr) ? 'complete' : 'cut');
    });
  };

  intercept(XMLHttpRequest, 'open', (native, self, args) => {
    const init = { method: args[0] as string, headers: new SafeHeaders() };
    // A synchronous request cannot wait for a verdict; none has been seen to carry a message.
    if (args.length < 3 || args[2]) opened.set(self as XMLHttpRequest, { address: args[1], init });
    native();
  });
  intercept(XMLHttpRequest, 'setRequestHeader', (native, self, args) => {
    native();
    const request = opened.get(self as XMLHttpRequest);
    if (request) append(request.init.headers, args[0] as string, args[1] as string);
  });
  intercept(XMLHttpRequest, 'send', (leave, self, args) => {
    const xhr = self as XMLHttpRequest;
    const request = opened.get(xhr);
    const body = args[0] as BodyInit | undefined;
    const examined =
      request && book.examine(request.address, body ? { ...request.init, body } : request.init);
    if (!examined?.isHeld) leave();
    if (!examined) return;
    void book.announce(examined, (id) => {
      if (!examined.isHeld) return follow(xhr, id);
      gate.hold(id, (go) => {
        if (go) follow(xhr, id);
        else open(xhr, 'GET', NOWHERE, true);
        leave();
      });
    });
  });
}
