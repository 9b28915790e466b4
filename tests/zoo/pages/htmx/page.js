import htmx from 'htmx.org';

// Its extensions are for script elements, and look for it there.
globalThis.htmx = htmx;
void import('htmx-ext-sse');
