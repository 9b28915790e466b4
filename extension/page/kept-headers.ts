import { bare, withoutQuery } from './natives.ts';
import type { Login } from './read-with-login.ts';
import { headerOf, methodOf, urlOf } from './request-book.ts';

/**
 * Header values that the page's own requests came with, for requests that are made the same way again. They stay in
 * this realm, and go nowhere but where they were sent to.
 */
export interface KeptHeaders {
  readonly keep: (request: Request, headers: Headers) => void;
  /** Of the last send to this very address, its query aside. */
  readonly ofSendTo: (url: string) => Headers | undefined;
  /**
   * What the page logged its last read in with that came with a login, where nobody else can make that.
   * `TapRules.read` lets no other origin's be one.
   */
  readonly login: Login;
}

/** A page that makes up more makes us begin anew; it sends for itself then, once. */
const ADDRESSES_KEPT = 256;

export function keepHeaders(): KeptHeaders {
  let sends: Record<string, Headers | undefined> = bare({});
  let addresses = 0;
  let authorization: string | null = null;
  return {
    keep(request, headers) {
      if (methodOf(request) === 'GET') {
        authorization = headerOf(headers, 'authorization') ?? authorization;
        return;
      }
      const address = withoutQuery(urlOf(request));
      if (!sends[address] && ++addresses > ADDRESSES_KEPT) {
        sends = bare({});
        addresses = 1;
      }
      sends[address] = headers;
    },
    ofSendTo: (url) => sends[withoutQuery(url)],
    login: (get, path, done) => get(path, authorization, done),
  };
}
