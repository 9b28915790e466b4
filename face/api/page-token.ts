import { PAGE_TOKEN_HEADER, PAGE_TOKEN_QUERY } from '../../shared/model/page-token.ts';

const NAME = 'baton.pageToken';

/** Where this browser keeps nothing: the session then ends with the page. */
let held = '';

/** All tabs share it; pages at other ports cannot read it. */
export function keepPageToken(token: string): void {
  held = token;
  try {
    localStorage.setItem(NAME, token);
  } catch {
    // It is held all the same.
  }
}

function pageToken(): string {
  try {
    return localStorage.getItem(NAME) ?? held;
  } catch {
    return held;
  }
}

/** Headers of every request of the page, beside its cookie. */
export function pageHeaders(): Readonly<Record<string, string>> {
  return { [PAGE_TOKEN_HEADER]: pageToken() };
}

/** The address of what the browser fetches by itself, as it is now: a new session has another token. */
export function downloadAddress(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${PAGE_TOKEN_QUERY}=${pageToken()}`;
}
