import type { Login } from './read-with-login.ts';
import { headerOf } from './request-book.ts';

/** What the page itself logged its last read of this site in with, where nobody else can make that. */
export const pageLogin: Login = (get, path, done, { lastHeaders }) => {
  const headers = lastHeaders['GET'];
  get(path, headers ? headerOf(headers, 'authorization') : null, done);
};
