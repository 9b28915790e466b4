import { bare, methodOf, urlOf, withoutQuery } from './natives.ts';
import type { Login } from './read-with-login.ts';
import { eachHeader } from './request-registry.ts';

/** Values by name. A `Headers` would be read by its iterator, which is the page's to change. */
type HeaderValues = Record<string, string>;

/**
 * Header values that the page's own requests came with, for requests that are made the same way again. They stay in
 * this realm, and go nowhere but where they were sent to.
 */
export interface KeptHeaders {
  readonly keep: (request: Request, headers: Headers) => void;
  /** Returns the headers of the last send to this address, its query aside. */
  readonly ofSendTo: (url: string) => HeaderValues | undefined;
  /**
   * Login of the page's last read that carried one, where nobody else can make it. `TapRules.read` takes none of
   * another origin.
   */
  readonly login: Login;
}

/** A page that makes up more makes us begin anew; it sends for itself then, once. */
const ADDRESSES_KEPT = 256;

export function keepHeaders(): KeptHeaders {
  let sends: Record<string, HeaderValues | undefined> = bare({});
  let addresses = 0;
  let authorization: string | null = null;
  return {
    keep(request, headers) {
      const values: HeaderValues = bare({});
      eachHeader(headers, (value, name) => {
        values[name] = value;
      });
      if (methodOf(request) === 'GET') {
        authorization = values['authorization'] ?? authorization;
        return;
      }
      const address = withoutQuery(urlOf(request));
      if (!sends[address] && ++addresses > ADDRESSES_KEPT) {
        sends = bare({});
        addresses = 1;
      }
      sends[address] = values;
    },
    ofSendTo: (url) => sends[withoutQuery(url)],
    login: (get, path, done) => get(path, authorization, done),
  };
}
