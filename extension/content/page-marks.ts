import type { PageMarks } from '../platforms/platform.ts';

/** A page may have very many, and the first are its own. */
const MAX_ASSETS = 200;

/** Returns the marks in a page's head, once that is parsed. */
export function pageMarks(page: Document): PageMarks {
  const metas: Record<string, string> = {};
  for (const meta of page.querySelectorAll('meta[content]')) {
    const name = meta.getAttribute('name') ?? meta.getAttribute('property');
    if (name !== null) metas[name] ??= meta.getAttribute('content') ?? '';
  }
  const assets = [...page.querySelectorAll('script[src], link[href]')]
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
    .slice(0, MAX_ASSETS);
  return { title: page.title, metas, assets };
}
