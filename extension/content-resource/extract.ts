import type { ExtractArgs, ExtractResult } from '../messages/resource-messages.ts';
import { cut } from '../../shared/lib/page-line.ts';
import { bodyOf } from './dom.ts';
import { dataIn } from './extract-data.ts';
import { inSlices } from './in-slices.ts';
import { MarkdownReader } from './markdown.ts';
import type { PageReading } from './page-reading.ts';
import type { PageView } from './page-view.ts';

/** Maximum of characters per page: more than that is no reading. */
const MAX_CHARS = 2_000_000;
const MAX_FIELD = 4_000;
const USUAL_DATA = 6_000;

/** Reads a page's text as a person sees it; or a few of its places, each by its own name. */
export async function extract(
  reading: PageReading,
  root: Element | null,
  { format = 'markdown', fields, max_chars = USUAL_DATA }: ExtractArgs,
): Promise<ExtractResult> {
  if (fields !== undefined) return { text: '', fields: fieldsOf(reading, fields) };
  const from = root ?? bodyOf(document);
  if (from === null) return { text: '' };
  if (format === 'json') return { text: '', data: dataIn(reading, from, max_chars) };
  let text = '';
  await inSlices(new MarkdownReader(reading.view, format === 'markdown').pieces(from), (piece) => {
    text += piece;
    return text.length < MAX_CHARS;
  });
  return { text: reading.view.blank(tidy(text)) };
}

function fieldsOf(
  { find, view }: PageReading,
  fields: NonNullable<ExtractArgs['fields']>,
): Record<string, string | null> {
  const entries = Object.entries(fields).map(([name, target]) => {
    const found = find(target);
    return [name, found.ok ? textOf(view, found.element) : null] as const;
  });
  return Object.fromEntries(entries);
}

function textOf(view: PageView, element: Element): string {
  if (view.secrets.has(element)) return '';
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  if (isField) return view.drawn.inks(element) ? cut(view.blank(element.value), MAX_FIELD) : '';
  const pieces = new MarkdownReader(view, false).pieces(element);
  return cut(view.blank(tidy([...pieces].join(''))), MAX_FIELD);
}

function tidy(text: string): string {
  return text.replace(/\n{3,}/g, '\n\n').trim();
}
