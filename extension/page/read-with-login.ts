import { bare, bodyOfResponse, isFrom, SafeRequest, settle, statusOf } from './natives.ts';
import type { TapPort } from './tap-port.ts';

const fetchNow = fetch.bind(window);
/** A path alone could lead elsewhere: by the page's `<base>`, or by a second slash. */
const { origin } = location;

type Done = (status: number, body: string) => void;
export type Get = (path: string, authorization: string | null, done: Done) => void;
/** Login that a site wants with a read beyond its cookies. It is fetched, used and forgotten in this realm. */
export type Login = (get: Get, path: string, done: Done) => void;

/** Reads a path of this site the way the page would; only the answer's body goes out. */
export function makeReader(
  { post }: TapPort,
  login: Login | undefined,
): (id: number, path: string) => void {
  return (id, path) => {
    const tell = (status: number, body: string): void => post({ kind: 'read', id, status, body });
    const fail = (): void => tell(0, '');
    const get: Get = (address, authorization, done) => {
      const headers = bare(authorization ? { authorization } : {});
      const init: RequestInit = bare({ headers, cache: 'no-store' });
      const request = new SafeRequest(origin + address, init);
      const use = (response: Response): void => {
        if (!isFrom(response, request)) fail(); // guard: history-address
        else void settle(bodyOfResponse(response), (body) => done(statusOf(response), body), fail);
      };
      void settle(fetchNow(request), use, fail);
    };
    if (path[0] !== '/') fail();
    else if (login) login(get, path, tell);
    else get(path, null, tell);
  };
}
