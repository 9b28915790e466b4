/**
 * Header that proves that a page of the web UI is open at the web UI's own address: a cookie goes to every port of its
 * host, but a page's storage stays with its port.
 */
export const PAGE_TOKEN_HEADER = 'baton-page';

/** In the query, where the browser asks without a script: a download. */
export const PAGE_TOKEN_QUERY = 'page_token';
