import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageFiles } from './page-bundle.ts';

/** Policy of a stand-in's pages: they may load nothing but the stand-in's own files. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'";

export interface ServedPage {
  readonly files: PageFiles;
  readonly title: string;
  /** Addresses at which the page is served; the first one starts a new chat. */
  readonly paths: readonly [string, ...string[]];
  /** `Set-Cookie` values, given with every page. */
  readonly cookies: readonly string[];
  /** Read by the page as words in `data-settings` of its script; a function where pages differ. */
  readonly settings?: string | ((request: FastifyRequest) => string);
  /** Further content of its head. */
  readonly head?: string;
}

export function servePage(app: FastifyInstance, page: ServedPage): void {
  const { files, title, paths, cookies, settings = '', head = '' } = page;
  const html = files.html
    .replace('{{title}}', title)
    .replace('{{new}}', paths[0])
    .replace('</head>', `${head}</head>`);
  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const words = typeof settings === 'string' ? settings : settings(request);
    return reply
      .header('set-cookie', [...cookies])
      .type('text/html; charset=utf-8')
      .send(html.replace('{{settings}}', () => inAttribute(words)));
  };
  for (const path of paths) app.get(path, send);
  app.get('/page.js', (_request, reply) => reply.type('text/javascript').send(files.script));
  app.get('/page.css', (_request, reply) => reply.type('text/css').send(files.style));
}

function inAttribute(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

export function hasCookie(request: FastifyRequest, cookie: string): boolean {
  return (request.headers.cookie ?? '').split('; ').includes(cookie);
}
