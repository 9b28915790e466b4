import { bare, bodyOfResponse, matches, settle, statusOf } from './natives.ts';
import type { RequestBook } from './request-book.ts';
import type { TapPort } from './tap-port.ts';

/** A path, and no address of another site. */
const SAME_SITE = /^\/(?!\/)/;
const fetchNow = fetch.bind(window);

type Done = (status: number, body: string) => void;
export type Get = (path: string, authorization: string | null, done: Done) => void;
/** What a site wants with a read beyond its cookies. It is fetched, used and forgotten in this realm. */
export type Login = (get: Get, path: string, done: Done, book: RequestBook) => void;

/** Reads a path of this site the way the page would; only the answer's body goes out. */
export function makeReader(
  { post }: TapPort,
  login: Login | undefined,
  book: RequestBook,
): (id: number, path: string) => void {
  return (id, path) => {
    const tell = (status: number, body: string): void => post({ kind: 'read', id, status, body });
    const fail = (): void => tell(0, '');
    const get: Get = (address, authorization, done) => {
      const headers = bare(authorization ? { authorization } : {});
      const init: RequestInit = bare({ headers, cache: 'no-store' });
      const use = (response: Response): void =>
        void settle(bodyOfResponse(response), (body) => done(statusOf(response), body), fail);
      void settle(fetchNow(address, init), use, fail);
    };
    if (!matches(SAME_SITE, path)) fail();
    else if (login) login(get, path, tell, book);
    else get(path, null, tell);
  };
}
