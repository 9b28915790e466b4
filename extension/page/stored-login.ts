import { parseJson, unbound } from './natives.ts';
import type { Login } from './read-with-login.ts';

/** A bearer that the page keeps in its localStorage: `value` of the JSON at `key`. */
export function storedLogin(key: string): Login {
  const item = unbound(Storage, 'getItem');
  return (get, path, done) => {
    try {
      const kept = parseJson(item(localStorage, key) ?? '') as { value: string };
      get(path, 'Bearer ' + kept.value, done);
    } catch {
      get(path, null, done); // Logged out: the site says what it says to anyone.
    }
  };
}
