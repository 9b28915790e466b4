import type { TapRules } from '../platforms/tap.ts';
import { bare, bodyOfResponse, matches, parseJson, settle, statusOf } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** A path, and no address of another site. */
const SAME_SITE = /^\/(?!\/)/;
const fetchNow = fetch.bind(window);

/**
 * Reads a path of this site the way the page would: with its cookies, and its bearer where the site wants
 * one. The bearer is fetched, used and forgotten in this realm; only the answer's body goes out.
 */
export function makeReader({ post }: TapPort, rules: TapRules): (id: number, path: string) => void {
  return (id, path) => {
    const tell = (status: number, body: string): void => post({ kind: 'read', id, status, body });
    const fail = (): void => tell(0, '');
    const get = (
      address: string,
      authorization: string | null,
      done: (status: number, body: string) => void,
    ): void => {
      const headers = bare(authorization ? { authorization } : {});
      const init: RequestInit = bare({ headers, cache: 'no-store' });
      const use = (response: Response): void =>
        void settle(bodyOfResponse(response), (body) => done(statusOf(response), body), fail);
      void settle(fetchNow(address, init), use, fail);
    };
    const { bearer } = rules;
    if (!matches(SAME_SITE, path)) fail();
    else if (!bearer) get(path, null, tell);
    else get(bearer[0], null, (_status, session) => get(path, bearerIn(session, bearer[1]), tell));
  };
}

function bearerIn(session: string, field: string): string | null {
  try {
    const token = (parseJson(session) as Record<string, string> | null)?.[field];
    return token ? `Bearer ${token}` : null;
  } catch {
    return null; // Logged out, or not the answer it used to be: the read goes without.
  }
}
