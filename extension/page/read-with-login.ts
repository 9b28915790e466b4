import type { TapRules } from '../platforms/tap-rules.ts';
import {
  bare,
  getterOf,
  parseJson,
  SafePromise,
  SafeUrl,
  settle,
  unbound,
  urlOrigin,
} from './natives.ts';
import type { TapPort } from './tap-port.ts';

const responseStatus = getterOf<number>(Response.prototype, 'status');
const responseText = unbound(Response.prototype, 'text');
const { origin } = location;
const fetchFrom = unbound(window, 'fetch');

/**
 * Reads a path of this site the way the page would: with its cookies, and its bearer where the site wants
 * one. The bearer is fetched, used and forgotten in this realm; only the answer's body goes out.
 */
export function makeReader(port: TapPort, rules: TapRules): (id: number, path: string) => void {
  const get = (path: string, authorization: string | null): Promise<readonly [number, string]> => {
    const headers: Record<string, string> = bare(authorization === null ? {} : { authorization });
    const init: RequestInit = bare({ headers, credentials: 'same-origin', cache: 'no-store' });
    return new SafePromise((resolve, reject) => {
      void settle(
        fetchFrom(window, path, init),
        (response) => {
          const text = responseText(response);
          void settle(text, (body) => resolve([responseStatus(response), body]), reject);
        },
        reject,
      );
    });
  };

  return (id, path) => {
    const tell = (status: number, body: string): void =>
      port.post(bare({ kind: 'read', id, status, body }));
    const read = (authorization: string | null): void => {
      void settle(
        get(path, authorization),
        (answer) => tell(answer[0], answer[1]),
        () => tell(0, ''),
      );
    };
    if (urlOrigin(new SafeUrl(path, origin)) !== origin) tell(0, '');
    else if (rules.bearer === null) read(null);
    else {
      const { field } = rules.bearer;
      const session = get(rules.bearer.path, null);
      void settle(
        session,
        (answer) => read(bearerIn(answer[1], field)),
        () => read(null),
      );
    }
  };
}

function bearerIn(session: string, field: string): string | null {
  try {
    const value: unknown = parseJson(session);
    const token: unknown = Object(value)[field];
    return typeof token === 'string' ? `Bearer ${token}` : null;
  } catch {
    return null; // Logged out, or not the answer it used to be: the read goes without.
  }
}
