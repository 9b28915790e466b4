import { setImmediate as othersFirst } from 'node:timers/promises';

import { Parser } from 'htmlparser2';

import { NoPage } from './no-page.ts';

/** Elements that hold no text of the page. */
const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'canvas',
  'head',
  'title',
  'select',
  'datalist',
]);

/** Elements that stand on lines of their own, with what begins those. */
const BLOCKS: Readonly<Record<string, string>> = {
  p: '\n',
  div: '',
  section: '\n',
  article: '\n',
  header: '\n',
  footer: '\n',
  main: '\n',
  nav: '\n',
  aside: '\n',
  table: '\n',
  tr: '',
  ul: '',
  ol: '',
  dl: '',
  dt: '',
  dd: '  ',
  li: '- ',
  blockquote: '\n> ',
  pre: '\n',
  figure: '\n',
  figcaption: '',
  form: '\n',
  fieldset: '\n',
  hr: '\n',
  br: '',
  h1: '\n# ',
  h2: '\n## ',
  h3: '\n### ',
  h4: '\n#### ',
  h5: '\n##### ',
  h6: '\n###### ',
};

/** Real pages are a few dozen deep; what is deeper is made to keep its reader busy. */
const MAX_DEPTH = 1_000;

/** Longest text read of a page: a link of a few bytes is told with its whole address, which may have thousands. */
const MAX_TEXT_LENGTH = 5 * 2 ** 20;

/** Characters read in one go: elements that are sought among a thousand open ones take milliseconds even so. */
const READ_AT_ONCE = 16_384;

/** Characters that nobody sees, but a model reads: marks of direction, tags, joints of no width. */
const UNSEEN = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** The beginning of a heading, a list's item or a quotation that has no words. */
const MARK_ALONE = /^(?:-|>|#{1,6}|\|)$/;

const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * The text of an HTML page as a person would read it, with its headings, lists and the addresses of its links. Scripts,
 * styles, and what the page itself says is hidden are left out. Others have their turn meanwhile. Throws NoPage.
 */
export async function pageText(
  html: string,
  base: URL,
  signal: AbortSignal,
): Promise<{ readonly title: string; readonly text: string }> {
  const out: string[] = [];
  let length = 0;
  const put = (text: string): void => {
    length += text.length;
    // guard: page-length
    if (length > MAX_TEXT_LENGTH)
      throw new NoPage('Its text, with the addresses of its links, is too long to be read.');
    out.push(text);
  };
  let title = '';
  let isTitle = false;
  let depth = 0;
  /** Number of open elements of which nothing is read. */
  let silent = 0;
  let pre = 0;
  const links: { readonly at: number; readonly href: string }[] = [];

  // It tells of an end for each beginning, also where the page has none.
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      // guard: page-depth
      if (depth > MAX_DEPTH) throw new NoPage('It is nested too deep to be read.');
      if (name === 'title' && title === '') isTitle = true;
      if (silent > 0 || isHidden(name, attributes)) silent += 1;
      if (silent > 0) return;
      const block = BLOCKS[name];
      if (block !== undefined) put(`\n${block}`);
      if (name === 'td' || name === 'th') put(' | ');
      if (name === 'pre') pre += 1;
      if (name === 'img' && attributes['alt']) put(`[${attributes['alt']}]`);
      if (name === 'a') links.push({ at: out.length, href: attributes['href'] ?? '' });
    },
    ontext(text) {
      if (isTitle) title += text;
      if (silent === 0) put(pre > 0 ? text : text.replaceAll(/\s+/g, ' '));
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'title') isTitle = false;
      if (silent > 0) {
        silent -= 1;
        return;
      }
      if (name === 'pre') pre -= 1;
      if (BLOCKS[name] !== undefined && name !== 'br') put('\n');
      const link = name === 'a' ? links.pop() : undefined;
      if (link === undefined || link.href.startsWith('#') || out.length === link.at) return;
      const target = URL.parse(link.href, base.href);
      if (target?.protocol === 'https:' || target?.protocol === 'http:') put(` (${target.href})`);
    },
  });
  for (let at = 0; at < html.length; at += READ_AT_ONCE) {
    parser.write(html.slice(at, at + READ_AT_ONCE));
    await othersFirst(); // guard: page-in-turns
    if (signal.aborted) throw new NoPage('It was called off.');
  }
  parser.end();
  return { title: tidy(title.replaceAll(/\s+/g, ' ')), text: tidy(out.join('')) };
}

function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const { hidden, style = '', 'aria-hidden': unread } = attributes;
  return SILENT.has(name) || hidden !== undefined || unread === 'true' || HIDDEN.test(style);
}

/** Plain lines without what nobody sees, and no more than one empty one after another. */
export function tidy(text: string): string {
  // guard: page-unseen
  return text
    .replaceAll(UNSEEN, '')
    .split('\n')
    .map((line) => line.replace(/^ (?! )/, '').trimEnd())
    .filter((line) => !MARK_ALONE.test(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
