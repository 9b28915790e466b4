import { parseJson } from './natives.ts';
import type { Login } from './read-with-login.ts';

/** A bearer that the site gives its own pages: `field` of the JSON at `session`. */
export function bearerLogin(session: string, field: string): Login {
  return (get, path, done) =>
    get(session, null, (_status, body) => get(path, bearerIn(body, field), done));
}

function bearerIn(session: string, field: string): string | null {
  try {
    const token = (parseJson(session) as Record<string, string> | null)?.[field];
    return token ? `Bearer ${token}` : null;
  } catch {
    return null; // Logged out, or not the answer it used to be: the read goes without.
  }
}
