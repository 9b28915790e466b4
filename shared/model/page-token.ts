/**
 * By this a page of the web UI shows that it stands at the web UI's own address: a cookie goes to every port of its host, and
 * what a page keeps stays with its port.
 */
export const PAGE_TOKEN_HEADER = 'baton-page';

/** In the query, where the browser asks without a script: a download. */
export const PAGE_TOKEN_QUERY = 'page_token';
